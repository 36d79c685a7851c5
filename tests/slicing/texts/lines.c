#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
  char line[100], name[20];
  int n = 0, m = 0, a, b, i;
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (line[0] == '#') continue;
    if (sscanf(line, "n %d", &a) == 1) n = a;
    else if (sscanf(line, "%19s %d", name, &b) == 2) {
      if (strcmp(name, "m") == 0) m = b;
    }
  }
  for (i = 0; i < n + m; i++)
    printf("%d\n", i);
  return 0;
}
