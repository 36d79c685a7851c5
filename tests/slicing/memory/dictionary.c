#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { char *name; int hits; } entry;
static entry *table;
static int count, room;
static entry *lookup(const char *name) {
  int i;
  for (i = 0; i < count; i++)
    if (strcmp(table[i].name, name) == 0)
      return &table[i];
  if (count == room) {
    room = room ? room * 2 : 2;
    table = realloc(table, room * sizeof(entry));
  }
  table[count].name = malloc(strlen(name) + 1);
  strcpy(table[count].name, name);
  table[count].hits = 0;
  return &table[count++];
}
int main(void) {
  char word[64];
  int i, j, most = 0;
  while (scanf("%63s", word) == 1) {
    entry *e = lookup(word);
    e->hits++;
    if (e->hits > most)
      most = e->hits;
  }
  for (i = 0; i < count; i++)
    for (j = 0; j < table[i].hits; j++)
      printf(".");
  for (i = 0; i < most; i++)
    printf(":");
  return 0;
}
