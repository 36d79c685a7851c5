/* What outside.c calls. */
struct ctx { int n; int depth; int *p; };

extern int shared;
static int *last;

void ext(struct ctx *x)
{
    x->n += 2;
    x->depth = 7;
    if (x->p)
        *x->p = 8;
}

void ext2(int *x)
{
    *x += 1;
    last = x;
    shared++;
}

void ext3(void *x)
{
    ((struct ctx *)x)->n = 6;
}

void ext4(struct ctx **x)
{
    (*x)->n = 9;
}

void again(void)
{
    *last = 11;
}
