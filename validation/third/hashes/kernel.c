/* Hashes n keys of a given length and counts how many fall into each slot, a power of two of them. */
void hashes(int n, int length, int slots, const unsigned char *keys, int *count)
{
    for (int s = 0; s < slots; s++)
        count[s] = 0;
    for (int i = 0; i < n; i++) {
        unsigned h = 2166136261u;

        for (int k = 0; k < length; k++) {
            h ^= keys[i * length + k];
            h *= 16777619u;
        }
        h ^= h >> 15;
        count[h & (unsigned)(slots - 1)]++;
    }
}
