#include <stdio.h>
#include <stdlib.h>
struct node { int key; struct node *left, *right; };
static struct node *insert(struct node *t, int key) {
  if (t == NULL) {
    t = malloc(sizeof *t);
    t->key = key;
    t->left = t->right = NULL;
  } else if (key < t->key)
    t->left = insert(t->left, key);
  else if (key > t->key)
    t->right = insert(t->right, key);
  return t;
}
static int size(const struct node *t) {
  if (!t)
    return 0;
  return 1 + size(t->left) + size(t->right);
}
static struct node *reverse(struct node *head) {
  struct node *out = NULL, *next;
  while (head) {
    next = head->left;
    head->left = out;
    out = head;
    head = next;
  }
  return out;
}
int main(void) {
  struct node *root = NULL, *list = NULL, *p;
  int n, i, s = 0;
  scanf("%d", &n);
  for (i = 0; i < n; i++)
    root = insert(root, (i * 7) % 11);
  for (i = 0; i < size(root); i++)
    printf(".");
  for (i = 0; i < n; i++) {
    p = malloc(sizeof(struct node));
    p->key = i;
    p->left = list;
    list = p;
  }
  list = reverse(list);
  for (p = list; p; p = p->left)
    if (p->key % 3 == 0)
      s += p->key;
  for (i = 0; i < s; i++)
    printf(":");
  return 0;
}
