#include <stdio.h>
int main(void) {
  FILE *in = stdin; int n = 0, m = 0, i;
  if (fscanf(in, "%d", &n) != 1) return 1;
  scanf("%d", &m);
  for (i = 0; i < m; i++)
    printf("x");
  return 0;
}
