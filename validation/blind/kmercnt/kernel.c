/* Counts all words of k letters of a nucleotide sequence in a hash table with open addressing. */
#include <stdint.h>

/* The table has 2**log_size places; a count of 0 marks a free one. Words with a letter other than A, C, G, T are left
   out. Returns the number of different words. */
int count_words(int n, const char *sequence, int k, int log_size, uint32_t *key, uint32_t *count)
{
    uint32_t size = (uint32_t)1 << log_size, mask = ((uint32_t)1 << 2 * k) - 1, word = 0;
    int valid = 0, different = 0;
    for (uint32_t i = 0; i < size; i++)
        count[i] = 0;
    for (int i = 0; i < n; i++) {
        uint32_t letter;
        switch (sequence[i]) {
        case 'A':
            letter = 0;
            break;
        case 'C':
            letter = 1;
            break;
        case 'G':
            letter = 2;
            break;
        case 'T':
            letter = 3;
            break;
        default:
            valid = 0;
            continue;
        }
        word = (word << 2 | letter) & mask;
        if (++valid < k)
            continue;
        uint32_t place = word * 2654435769u >> (32 - log_size);
        while (count[place] > 0 && key[place] != word)
            place = (place + 1) & (size - 1);
        if (count[place] == 0) {
            key[place] = word;
            different++;
        }
        count[place]++;
    }
    return different;
}
