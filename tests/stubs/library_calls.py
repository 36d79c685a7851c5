"""Calls of what gfortran's and gcc's libraries have, and programs that make all of them."""

from __future__ import annotations

FORTRAN = tuple(
    line.strip()
    for line in """
    CALL CPU_TIME(D)
    T = SECOND()
    T = SECNDS(0.0)
    T = ETIME(TA)
    CALL DTIME(TA, T)
    CALL SYSTEM_CLOCK(J1, J2, J3)
    CALL SYSTEM_CLOCK(COUNT_RATE=J2)
    CALL SYSTEM_CLOCK(COUNT_MAX=J3, COUNT=J1)
    CALL DATE_AND_TIME(C8, C10, C5, IV)
    CALL DATE_AND_TIME(VALUES=IV)
    J1 = TIME()
    J1 = MCLOCK()
    CALL CTIME(J1, C24)
    CALL FDATE(C24)
    CALL IDATE(IV)
    CALL ITIME(IV)
    CALL LTIME(J1, IV)
    CALL GMTIME(J1, IV)
    CALL SLEEP(0)
    CALL RANDOM_SEED()
    CALL RANDOM_SEED(SIZE=J1)
    CALL RANDOM_NUMBER(D)
    CALL RANDOM_NUMBER(DA)
    CALL RANDOM_NUMBER(DA(2:5))
    CALL RANDOM_NUMBER(DA(3))
    CALL SRAND(3)
    T = RAND()
    T = RAND(0)
    J1 = IRAND()
    T = RAN(J1)
    CALL GETARG(1, C24)
    J1 = IARGC()
    J1 = COMMAND_ARGUMENT_COUNT()
    CALL GET_COMMAND_ARGUMENT(1, C24)
    CALL GET_COMMAND_ARGUMENT(VALUE=C24, STATUS=J2, NUMBER=1)
    CALL GET_COMMAND(C24)
    CALL GET_ENVIRONMENT_VARIABLE('HOME', C24, J1)
    CALL GETENV('HOME', C24)
    CALL GETCWD(C24)
    CALL HOSTNM(C24, J1)
    CALL GERROR(C24)
    J1 = GETPID()
    J1 = IERRNO()
    L1 = ISATTY(5)
    CALL FLUSH(6)
    CALL FLUSH()
    FLUSH(6)
    FLUSH 6
    J1 = FNUM(6)
    J1 = FTELL(5)
    CALL UNLINK('no such file', J1)
    J1 = ACCESS('no such file', 'r')
    CALL RENAME('no such file', 'nor this', J1)
    CALL STAT('no such file', IV, J1)
    CALL SYSTEM('true')
    CALL EXECUTE_COMMAND_LINE('true', EXITSTAT=J1)
    CALL MVBITS(7, 0, 2, J1, 3)
    D = ERF(D) + ERFC(D) + GAMMA(1.5D0) + LOG_GAMMA(2.5D0)
    D = HYPOT(D, 2.0D0) + ASINH(D) + ACOSH(1.5D0) + ATANH(0.5D0)
    D = BESSEL_J0(D) + BESSEL_Y1(1.0D0) + DERF(0.5D0)
    """.strip().splitlines()
)
"""Fortran statements; those that end the program are apart."""
FORTRAN_ENDS = ("CALL EXIT(0)", "CALL EXIT", "CALL ABORT")

C = tuple(
    line.strip()
    for line in """
    t = clock();
    t = time(NULL);
    t = time(&t);
    d = difftime(t, 0);
    gettimeofday(&tv, NULL);
    clock_gettime(CLOCK_MONOTONIC, &ts);
    tm = localtime(&t);
    tm = gmtime(&t);
    k = mktime(tm);
    k = strftime(text, sizeof text, "%Y", tm);
    s = ctime(&t);
    sleep(0);
    usleep(0);
    p = malloc(80);
    p = realloc(p, 160);
    free(p);
    p = calloc(10, 8);
    memcpy(a, b, sizeof a);
    memmove(a, b, sizeof a);
    memset(a, 0, sizeof a);
    k = memcmp(a, b, sizeof a);
    s = memchr(text, 'x', 3);
    k = strlen(text);
    k = strcmp(text, "abc");
    k = strncmp(text, "abc", 2);
    k = strcasecmp(text, "abc");
    strcpy(text, "abc,def");
    strncpy(text, "abc,def", 8);
    strcat(text, "x");
    strncat(text, "xyz", 2);
    s = strchr(text, ',');
    s = strrchr(text, ',');
    s = strstr(text, "def");
    k = strspn(text, "abc");
    k = strcspn(text, ",");
    s = strpbrk(text, ",");
    s = strtok(other, ",");
    s = strdup(text);
    free(s);
    s = strerror(2);
    printf("%d %f\\n", k, d);
    fprintf(stderr, "%d", k);
    sprintf(text, "%d", k);
    snprintf(text, sizeof text, "%d", k);
    puts("x");
    putchar('x');
    fputs("x", stdout);
    fputc('x', stdout);
    perror("x");
    fflush(stdout);
    k = scanf("%d", &k);
    k = sscanf("12", "%d", &k);
    f = fopen("data", "w+");
    k = fwrite(a, sizeof *a, 10, f);
    k = fseek(f, 0, SEEK_SET);
    k = ftell(f);
    rewind(f);
    k = fread(a, sizeof *a, 10, f);
    s = fgets(text, sizeof text, f);
    k = fgetc(f);
    k = getc(f);
    k = getchar();
    ungetc('x', stdin);
    k = feof(f);
    k = ferror(f);
    clearerr(f);
    fclose(f);
    remove("data");
    k = rename("no such file", "nor this");
    k = atoi("12");
    k = atol("12");
    d = atof("1.5");
    k = strtol("12", NULL, 10);
    k = strtoul("12", &s, 10);
    d = strtod("1.5", &s);
    s = getenv("HOME");
    setenv("SAD_X", "1", 1);
    k = system("true");
    k = getpid();
    k = isatty(0);
    k = access("no such file", 0);
    srand(3);
    k = rand();
    srandom(3);
    k = random();
    srand48(3);
    d = drand48();
    k = lrand48();
    k = rand_r(&seed);
    qsort(a, 10, sizeof *a, compare);
    p = bsearch(&d, a, 10, sizeof *a, compare);
    k = abs(-3) + labs(-3L);
    k = isdigit('1') + isalpha('a') + isspace(' ') + isupper('A') + ispunct('.');
    k = toupper('a') + tolower('A');
    d = sqrt(2.0) + exp(1.0) + log(2.0) + pow(2.0, 0.5) + sin(1.0) + atan2(1.0, 2.0);
    d = cbrt(2.0) + hypot(3.0, 4.0) + expm1(0.1) + log1p(0.1) + log2(8.0) + exp2(3.0);
    d = erf(0.5) + erfc(0.5) + tgamma(2.5) + lgamma(2.5) + asinh(1.0) + acosh(1.5) + atanh(0.5);
    d = floor(1.5) + ceil(1.5) + round(1.5) + trunc(1.5) + rint(1.5) + fmod(5.0, 3.0);
    d = fmin(1.0, 2.0) + fmax(1.0, 2.0) + fdim(1.0, 2.0) + copysign(1.0, -1.0) + fma(1.0, 2.0, 3.0);
    d = frexp(8.0, &e);
    d = modf(1.5, &g);
    d = ldexp(1.0, 3) + scalbn(1.0, 3) + nextafter(1.0, 2.0) + remainder(5.0, 3.0);
    k = lround(1.5) + lrint(1.5);
    """.strip().splitlines()
)
"""C statements; those that end the program are apart."""
C_ENDS = ("exit(0);", "abort();", "_exit(0);")

_FORTRAN_HEAD = """\
      PROGRAM CALLS
      INTEGER NC, NL, I, J1, J2, J3, IV(13), KOUNT
      REAL T, TA(2)
      DOUBLE PRECISION D, DA(10)
      LOGICAL L1
      CHARACTER C5*5, C8*8, C10*10, C24*24
      COMMON /SIZES/ NC
      NC = 3
      NL = 2
      KOUNT = 0
"""
_FORTRAN_LOOPS = """\
      DO I = 1, NC
         KOUNT = KOUNT + 1
         J3 = KOUNT
      END DO
      DO I = 1, NL
         KOUNT = KOUNT + 1
         J3 = KOUNT
      END DO
"""

_C_HEAD = """\
#define _GNU_SOURCE
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int shared = 3;
static int own = 2;
static double a[10], b[10];

static int compare(const void *x, const void *y)
{
    return *(const double *)x > *(const double *)y;
}

int main(void)
{
    int local = 4, count = 0, e = 0;
    long k = 0;
    unsigned seed = 1;
    double d = 0.0, g = 0.0;
    char text[80] = "abc,def", other[80] = "abc,def", *s = text;
    void *p = NULL;
    time_t t = 0;
    struct tm *tm = NULL;
    struct timeval tv;
    struct timespec ts;
    FILE *f = NULL;
"""
_C_LOOPS = """\
    for (int i = 0; i < shared; i++)
        count++;
    for (int i = 0; i < own; i++)
        count++;
    for (int i = 0; i < local; i++)
        count++;
"""


def fortran_program(calls: tuple[str, ...], end: str) -> str:
    """Return a program with loops after each call, whose bounds no call may change."""
    body = "".join(f"      {call}\n{_FORTRAN_LOOPS}" for call in calls)
    return f"{_FORTRAN_HEAD}{_FORTRAN_LOOPS}{body}      {end}\n{_FORTRAN_LOOPS}      END\n"


def c_program(calls: tuple[str, ...], end: str) -> str:
    """Return a program with loops after each call, whose bounds no call may change."""
    body = "".join(f"    {call}\n{_C_LOOPS}" for call in calls)
    return f"{_C_HEAD}{_C_LOOPS}{body}    {end}\n{_C_LOOPS}    return 0;\n}}\n"
