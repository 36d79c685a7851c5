#include <stdio.h>
#include <string.h>
#include <ctype.h>
#define N 64
enum tok { NUM, ID, OP, END };
static const char *src;
static int pos;
static char text[N];
static enum tok next(void) {
  int n = 0;
  while (isspace((unsigned char) src[pos]))
    pos++;
  if (src[pos] == '\0')
    return END;
  if (isdigit((unsigned char) src[pos])) {
    while (isdigit((unsigned char) src[pos]))
      text[n++] = src[pos++];
    text[n] = 0;
    return NUM;
  }
  if (isalpha((unsigned char) src[pos]) || src[pos] == '_') {
    while (isalnum((unsigned char) src[pos]) || src[pos] == '_')
      text[n++] = src[pos++];
    text[n] = 0;
    return ID;
  }
  text[0] = src[pos++];
  text[1] = 0;
  return OP;
}
int main(int argc, char **argv) {
  int count[4] = {0, 0, 0, 0}, lets = 0; enum tok t;
  src = argc > 1 ? argv[1] : "let x = 10 + y1 * (3 - z)";
  while ((t = next()) != END) {
    count[t]++;
    if (t == ID && strcmp(text, "let") == 0)
      lets++;
    else if (t == OP && strchr("+-*/", text[0]))
      lets += 2;
  }
  printf("%d %d %d %d\n", count[0], count[1], count[2], lets);
  return 0;
}
