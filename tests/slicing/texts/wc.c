#include <stdio.h>
#include <ctype.h>
int main(void) {
  int c, lines = 0, words = 0, in = 0, chars = 0;
  while ((c = getchar()) != EOF) {
    chars++;
    if (c == '\n') lines++;
    if (isspace(c)) in = 0;
    else if (!in) { in = 1; words++; }
  }
  printf("%d %d %d\n", lines, words, chars);
  return 0;
}
