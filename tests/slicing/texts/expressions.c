#include <stdio.h>
#include <ctype.h>
#include <stdlib.h>
static int peek = -2;
static int next(void) {
  int c;
  if (peek != -2) { c = peek; peek = -2; return c; }
  c = getchar();
  return c;
}
static int number(void) {
  int c, v = 0;
  while (isdigit(c = next()))
    v = 10 * v + (c - '0');
  ungetc(c, stdin);
  return v;
}
static int expr(void);
static int factor(void) {
  int c = next();
  if (c == '(') {
    int v = expr();
    next();
    return v;
  }
  ungetc(c, stdin);
  return number();
}
static int term(void) {
  int v = factor(), c;
  while ((c = next()) == '*')
    v *= factor();
  ungetc(c, stdin);
  return v;
}
static int expr(void) {
  int v = term(), c;
  while ((c = next()) == '+' || c == '-')
    if (c == '+')
      v += term();
    else
      v -= term();
  ungetc(c, stdin);
  return v;
}
int main(void) {
  int v = expr(), i;
  for (i = 0; i < v; i++)
    printf(".");
  return 0;
}
