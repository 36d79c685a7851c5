static int d, e;
static void back(void);
int main(void)
{
    d++;
    if (d < 4)
        back();
    if (d == 4)
        e++;
    return 0;
}
static void back(void)
{
    int main(void);
    main();
    int k = 2;
    k++;
}
static int never(void)
{
    return 0;
}
