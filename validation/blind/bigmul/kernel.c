/* Product of two long integers of 32-bit digits, lowest first; the product has na + nb digits. */
#include <stdint.h>

void multiply(int na, const uint32_t *a, int nb, const uint32_t *b, uint32_t *product)
{
    for (int i = 0; i < na + nb; i++)
        product[i] = 0;
    for (int i = 0; i < na; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < nb; j++) {
            carry += (uint64_t)a[i] * b[j] + product[i + j];
            product[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        product[i + nb] = (uint32_t)carry;
    }
}
