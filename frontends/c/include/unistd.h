#ifndef __SAD_UNISTD_H
#define __SAD_UNISTD_H
#include <features.h>
#include <sys/types.h>
typedef long intptr_t;
#define _POSIX_VERSION 200809L
#define _POSIX_C_SOURCE_VERSION 200809L
#define _POSIX_TIMERS 200809L
#define _POSIX_THREADS 200809L
#define _POSIX_MONOTONIC_CLOCK 0
#define _POSIX_CPUTIME 0
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _SC_ARG_MAX 0
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
extern char *optarg;
extern int optind, opterr, optopt;
extern char **environ;
int getopt(int, char *const [], const char *);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
int close(int);
off_t lseek(int, off_t, int);
int dup(int);
int dup2(int, int);
int pipe(int [2]);
int fsync(int);
int fdatasync(int);
void sync(void);
int ftruncate(int, off_t);
int truncate(const char *, off_t);
int isatty(int);
char *ttyname(int);
int access(const char *, int);
int unlink(const char *);
int rmdir(const char *);
int link(const char *, const char *);
int symlink(const char *, const char *);
ssize_t readlink(const char *, char *, size_t);
int chdir(const char *);
int fchdir(int);
char *getcwd(char *, size_t);
char *getwd(char *);
int chown(const char *, uid_t, gid_t);
int fchown(int, uid_t, gid_t);
int lchown(const char *, uid_t, gid_t);
pid_t fork(void);
pid_t vfork(void);
int execv(const char *, char *const []);
int execve(const char *, char *const [], char *const []);
int execvp(const char *, char *const []);
int execl(const char *, const char *, ...);
int execlp(const char *, const char *, ...);
int execle(const char *, const char *, ...);
void _exit(int);
pid_t getpid(void);
pid_t getppid(void);
pid_t getpgrp(void);
pid_t setsid(void);
int setpgid(pid_t, pid_t);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int setuid(uid_t);
int setgid(gid_t);
char *getlogin(void);
int gethostname(char *, size_t);
unsigned int sleep(unsigned int);
int usleep(useconds_t);
unsigned int alarm(unsigned int);
useconds_t ualarm(useconds_t, useconds_t);
int pause(void);
int nice(int);
long sysconf(int);
long pathconf(const char *, int);
int getpagesize(void);
void *sbrk(intptr_t);
int brk(void *);
char *crypt(const char *, const char *);
void swab(const void *, void *, ssize_t);
long syscall(long, ...);
int getentropy(void *, size_t);
#endif
