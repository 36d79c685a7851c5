/* The longest way to 1, of all starts up to n: halve what is even, else 3*k + 1. */
int collat(int n)
{
    int most = 0;

    for (int i = 1; i <= n; i++) {
        int k = i;
        int length = 0;
        for (;;) {
            if (k == 1)
                break;
            if (k % 2 == 0)
                k /= 2;
            else
                k = 3 * k + 1;
            length++;
        }
        if (length > most)
            most = length;
    }
    return most;
}
