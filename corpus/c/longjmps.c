/* setjmp and longjmp. */
#include <stdio.h>
#include <setjmp.h>
static jmp_buf env;
static void fail(int k) { if (k < 3) longjmp(env, k + 1); }
int main(void)
{
    int volatile n = 0;
    int c = 0;
    int r = setjmp(env);
    n++;
    fail(r);
    for (int i = 0; i < 4; i++)
        c++;
    printf("%d %d\n", c, n);
    return 0;
}
