#include <stdio.h>
struct node { int key, left, right; };
static struct node pool[100];
static int used = 1, root;
static int insert(int at, int key) {
  if (at == 0) {
    at = used++;
    pool[at].key = key;
    pool[at].left = pool[at].right = 0;
  } else if (key < pool[at].key)
    pool[at].left = insert(pool[at].left, key);
  else
    pool[at].right = insert(pool[at].right, key);
  return at;
}
static int depth(int at) {
  int l, r;
  if (at == 0)
    return 0;
  l = depth(pool[at].left);
  r = depth(pool[at].right);
  return 1 + (l > r ? l : r);
}
int main(void) {
  int n, i;
  scanf("%d", &n);
  for (i = 0; i < n; i++)
    root = insert(root, (i * 7) % 11);
  for (i = 0; i < depth(root); i++)
    printf(".");
  return 0;
}
