/* The number of primes up to n, n >= 2, by the sieve of Eratosthenes; composite has n + 1 places. */
int count_primes(int n, unsigned char *composite)
{
    int primes = 0;

    for (int i = 0; i <= n; i++)
        composite[i] = 0;
    for (int i = 2; i <= n; i++) {
        if (composite[i])
            continue;
        primes++;
        if (i > n / i)
            continue;
        for (int multiple = i * i; multiple <= n; multiple += i)
            composite[multiple] = 1;
    }
    return primes;
}
