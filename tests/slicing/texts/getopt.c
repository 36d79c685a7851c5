#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int opterr_, optind_ = 1; char *optarg_;
static int getopt_(int argc, char **argv, const char *opts) {
  static int sp = 1;
  int c;
  const char *cp;
  if (sp == 1) {
    if (optind_ >= argc || argv[optind_][0] != '-' || argv[optind_][1] == '\0')
      return EOF;
    else if (strcmp(argv[optind_], "--") == 0) {
      optind_++;
      return EOF;
    }
  }
  c = argv[optind_][sp];
  if (c == ':' || (cp = strchr(opts, c)) == NULL) {
    if (argv[optind_][++sp] == '\0') {
      optind_++;
      sp = 1;
    }
    return '?';
  }
  if (*++cp == ':') {
    if (argv[optind_][sp + 1] != '\0')
      optarg_ = &argv[optind_++][sp + 1];
    else if (++optind_ >= argc) {
      sp = 1;
      return '?';
    } else
      optarg_ = argv[optind_++];
    sp = 1;
  } else {
    if (argv[optind_][++sp] == '\0') {
      sp = 1;
      optind_++;
    }
    optarg_ = NULL;
  }
  return c;
}
int main(int argc, char **argv) {
  int c, n = 0, v = 0, i;
  while ((c = getopt_(argc, argv, "n:vq")) != EOF) {
    switch (c) {
    case 'n':
      n = atoi(optarg_);
      break;
    case 'v':
      v++;
      break;
    case 'q':
      v = 0;
      break;
    default:
      return 1;
    }
  }
  for (; optind_ < argc; optind_++)
    n += strlen(argv[optind_]);
  for (i = 0; i < n; i++)
    if (v > 1)
      printf(".");
  return 0;
}
