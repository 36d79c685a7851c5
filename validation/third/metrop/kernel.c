static unsigned next_random(unsigned *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* Sweeps over a ring of spins; a spin is turned if that lowers the energy, or else by chance. Returns the magnetisation. */
int metrop(int n, int sweeps, double chance, unsigned seed, int *spin)
{
    unsigned limit = (unsigned)(chance * 4294967295.0);
    int magnetisation = 0;

    for (int s = 0; s < sweeps; s++)
        for (int i = 0; i < n; i++) {
            int left = spin[i > 0 ? i - 1 : n - 1];
            int right = spin[i < n - 1 ? i + 1 : 0];
            int gain = spin[i] * (left + right);

            if (gain <= 0 || next_random(&seed) < limit)
                spin[i] = -spin[i];
        }
    for (int i = 0; i < n; i++)
        magnetisation += spin[i];
    return magnetisation;
}
