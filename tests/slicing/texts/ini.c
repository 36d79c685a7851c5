#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define MAX 20
typedef struct { char key[16]; int val; } pair;
static pair tab[MAX];
static int ntab;
static int find(const char *key) {
  int i;
  for (i = 0; i < ntab; i++)
    if (strcmp(tab[i].key, key) == 0)
      return i;
  return -1;
}
int main(void) {
  char line[128], *eq;
  int i, k, total = 0;
  while (fgets(line, sizeof(line), stdin)) {
    line[strcspn(line, "\n")] = '\0';
    if (line[0] == '\0' || line[0] == ';')
      continue;
    eq = strchr(line, '=');
    if (eq == NULL) {
      fprintf(stderr, "bad\n");
      return 1;
    }
    *eq = '\0';
    k = find(line);
    if (k < 0) {
      k = ntab++;
      strcpy(tab[k].key, line);
    }
    tab[k].val = atoi(eq + 1);
  }
  for (i = 0; i < ntab; i++)
    total += tab[i].val;
  for (i = 0; i < total; i++)
    printf("x");
  return 0;
}
