#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static const char *names[] = {"add", "sub", "mul"};
struct cmd { const char *name; int cost; };
static struct cmd cmds[] = {{"go", 3}, {"stop", 5}};
int main(int argc, char **argv) {
  int i, n = 0, k; const char *what = "add"; char *end; char *s;
  while (--argc > 0 && (*++argv)[0] == '-') {
    for (s = argv[0] + 1; *s != '\0'; s++)
      switch (*s) {
      case 'x': n++; break;
      case 'n': n += 2; break;
      default: printf("illegal\n"); argc = 0; n = -1; break;
      }
  }
  if (argc > 0) what = *argv;
  for (i = 0; i < 3; i++)
    if (strcmp(names[i], what) == 0) n += i;
  for (i = 0; i < 2; i++)
    if (strcmp(cmds[i].name, what) == 0) n += cmds[i].cost;
  k = strtol(what, &end, 10);
  if (*end == '\0') n += k;
  for (i = 0; i < n; i++) printf("x");
  return 0;
}
