#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n, i, k = 0, cap = 2, *v = malloc(cap * sizeof(int)), *w = NULL;
  scanf("%d", &n);
  for (i = 0; i < n; i++) {
    if (k == cap) {
      cap *= 2;
      v = (int *) realloc(v, cap * sizeof(int));
    }
    v[k++] = i * i % 5;
  }
  w = realloc(w, n * sizeof *w);
  for (i = 0; i < n; i++)
    w[i] = v[n - 1 - i];
  for (i = 0; i < w[0] + w[2]; i++)
    printf(".");
  free(v);
  return 0;
}
