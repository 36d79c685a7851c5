#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
  char buf[256]; char *p; int sum = 0, i, k = 0; int v[50];
  if (!fgets(buf, 256, stdin)) return 1;
  p = strtok(buf, " ,\n");
  while (p) {
    v[k++] = atoi(p);
    p = strtok(NULL, " ,\n");
  }
  for (i = 0; i < k; i++) sum += v[i];
  p = strchr("hello=3", '=');
  if (p != NULL) sum += atoi(p + 1);
  if (strstr("abcdef", "cd")) sum++;
  for (i = 0; i < sum; i++) printf(".");
  return 0;
}
