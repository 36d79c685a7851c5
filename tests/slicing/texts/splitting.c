#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char buf[1000];
static int count(const char *text, const char *word) {
  int n = 0;
  const char *p = text;
  while ((p = strstr(p, word)) != NULL) {
    n++;
    p += strlen(word);
  }
  return n;
}
static int split(char *s, char *out[], int most) {
  int n = 0;
  char *t;
  for (t = strtok(s, " \t\n"); t && n < most; t = strtok(NULL, " \t\n"))
    out[n++] = t;
  return n;
}
int main(void) {
  char *w[10]; char copy[100]; int n, i, k = 0, total = 0; char *q;
  while (fgets(buf, sizeof buf, stdin) != NULL) {
    strncpy(copy, buf, sizeof copy);
    k += count(buf, "ab");
    n = split(buf, w, 10);
    for (i = 0; i < n; i++) {
      if (w[i][0] == '+')
        total += atoi(w[i] + 1);
      else if ((q = strrchr(w[i], '.')) != NULL && strcmp(q, ".c") == 0)
        total++;
      else
        total += strspn(w[i], "ab");
    }
  }
  for (i = 0; i < total; i++)
    putchar('.');
  for (i = 0; i < k; i++)
    putchar('k');
  return 0;
}
