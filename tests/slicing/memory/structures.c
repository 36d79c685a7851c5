#include <stdio.h>
struct item { int key; int weight; };
struct item t[20];
static int total(struct item *p, int n) {
  int i, s = 0;
  for (i = 0; i < n; i++)
    if (p[i].key % 2)
      s += p[i].weight;
  return s;
}
int main(void) {
  int n, i, s;
  scanf("%d", &n);
  for (i = 0; i < n; i++) {
    t[i].key = i * 3;
    t[i].weight = i;
  }
  s = total(t, n);
  for (i = 0; i < s; i++)
    printf(".");
  s = total(&t[1], n - 1);
  for (i = 0; i < s; i++)
    printf(":");
  return 0;
}
