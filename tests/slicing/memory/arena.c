#include <stdio.h>
#include <stdlib.h>
struct node { int key; struct node *next; };
static struct node arena[50];
static int top;
static struct node *take(int key, struct node *next) {
  struct node *p = &arena[top++];
  p->key = key;
  p->next = next;
  return p;
}
int main(void) {
  int n, i, s = 0;
  struct node *head = NULL, *p;
  scanf("%d", &n);
  for (i = 0; i < n; i++)
    head = take(i % 3, head);
  for (p = head; p != NULL; p = p->next)
    s += p->key;
  for (i = 0; i < s; i++)
    printf(".");
  return 0;
}
