#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char *argv[]) {
  FILE *in = stdin;
  char word[32]; int n, cnt = 0, sum = 0, i; double x; char op;
  if (argc > 1) {
    in = fopen(argv[1], "r");
    if (in == NULL) { perror("open"); exit(1); }
  }
  if (fscanf(in, "%31s", word) != 1) return 1;
  if (strcmp(word, "start") != 0) return 1;
  while (fscanf(in, "%d", &n) == 1) {
    sum += n;
    cnt++;
  }
  if (fscanf(in, " %c", &op) == 1 && op == 'x')
    cnt += 10;
  if (fscanf(in, "%lf", &x) == 1 && x > 2.5)
    cnt += 100;
  while (!feof(in)) {
    if (fscanf(in, "%s", word) != 1) break;
    cnt += (int) strlen(word);
  }
  for (i = 0; i < cnt; i++)
    printf(".");
  for (i = 0; i < sum; i++)
    printf(":");
  return 0;
}
