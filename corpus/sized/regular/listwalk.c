/* Keys in a linked list that is kept in order: each new one walks half of it. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

static struct node *insert(struct node *head, int key)
{
    struct node *fresh = malloc(sizeof *fresh);
    struct node *at = head;
    struct node *before = NULL;

    if (fresh == NULL)
        exit(1);
    while (at != NULL && at->key < key) {
        before = at;
        at = at->next;
    }
    fresh->key = key;
    fresh->next = at;
    if (before == NULL)
        return fresh;
    before->next = fresh;
    return head;
}

int main(void)
{
    struct node *head = NULL;
    int n, low = 1, length = 0;
    long sum = 0;

    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++) {
        if (i % 2 == 0) {
            head = insert(head, low);
            low++;
        } else {
            head = insert(head, 2 * n - i);
        }
    }
    for (struct node *p = head; p != NULL; p = p->next) {
        sum += p->key;
        length++;
    }
    while (head != NULL) {
        struct node *gone = head;
        head = head->next;
        free(gone);
    }
    printf("%d %ld\n", length, sum);
    return 0;
}
