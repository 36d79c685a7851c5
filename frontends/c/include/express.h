#ifndef __SAD_EXPRESS_H
#define __SAD_EXPRESS_H
/* Express (ParaSoft): written from memory of its manuals, see sad/analysis/messages/express.py. */
struct nodenv { int procnum; int nprocs; int taskid; int hostid; };
#define DONTCARE (-1)
#define NULLPTR ((int *)0)
#define ALLNODES (-1)
#define HOST (-2)
int exparam(struct nodenv *);
int exread(void *, int, int *, int *);
int exwrite(void *, int, int *, int *);
int exchange(void *, int, int *, int *, void *, int, int *, int *);
int exbroadcast(void *, int, int, int, int *, int *);
int excombine(void *, int (*)(void *, void *, int), int, int, int, int *, int *);
int exconcat(void *, int, void *, int, int *, int, int *, int *);
int exsync(void);
int exgridinit(int, int *);
int exgridcoord(int, int *);
int exgridnode(int, int, int);
int exgridsize(int, int *, int *, int *);
int extest(int *, int *);
#endif
