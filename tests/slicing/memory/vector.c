#include <stdio.h>
#include <stdlib.h>
struct vec { int *data; int n, cap; };
static void push(struct vec *v, int x) {
  if (v->n == v->cap) {
    v->cap = v->cap ? 2 * v->cap : 4;
    v->data = realloc(v->data, v->cap * sizeof *v->data);
  }
  v->data[v->n++] = x;
}
int main(void) {
  struct vec v = {0, 0, 0};
  int n, i, s = 0;
  scanf("%d", &n);
  for (i = 0; i < n; i++)
    push(&v, i);
  for (i = 0; i < v.n; i++)
    s += v.data[i];
  for (i = 0; i < s; i++)
    printf(".");
  return 0;
}
