/* Position of key in a list that may have no end mark, searched by jumps; -1 if it is not there. */
int linsch(int n, const int *a, int key)
{
    int i = 0;
next:
    if (i >= n) goto missing;
    if (a[i] == key) goto found;
    i = i + 1;
    goto next;
missing:
    i = -1;
found:
    return i;
}
