/* Marks the composite numbers up to n (mark[i] = 1) and returns how many primes there are. */
enum { PRIME, COMPOSITE };

int eratos(int n, int *mark)
{
    int i, nprime;

    for (i = 0; i <= n; i++)
        mark[i] = PRIME;
    i = 2;
    while (i * i <= n) {
        if (mark[i] == PRIME)
            for (int j = i * i; j <= n; j += i)
                mark[j] = COMPOSITE;
        i++;
    }
    nprime = 0;
    for (i = 2; i <= n; i++)
        if (mark[i] == PRIME)
            nprime++;
    return nprime;
}
