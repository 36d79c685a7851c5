#ifndef __SAD_PVM3_H
#define __SAD_PVM3_H
/* Constants have the values of PVM 3. */
#define PvmTaskDefault 0
#define PvmTaskHost 1
#define PvmTaskArch 2
#define PvmTaskDebug 4
#define PvmTaskTrace 8
#define PvmMppFront 16
#define PvmHostCompl 32
#define PvmNoSpawnParent 64
#define PvmDataDefault 0
#define PvmDataRaw 1
#define PvmDataInPlace 2
#define PvmTaskExit 1
#define PvmHostDelete 2
#define PvmHostAdd 3
#define PvmRoute 1
#define PvmDebugMask 2
#define PvmAutoErr 3
#define PvmOutputTid 4
#define PvmOutputCode 5
#define PvmTraceTid 6
#define PvmTraceCode 7
#define PvmFragSize 8
#define PvmResvTids 9
#define PvmSelfOutputTid 10
#define PvmSelfOutputCode 11
#define PvmSelfTraceTid 12
#define PvmSelfTraceCode 13
#define PvmShowTids 14
#define PvmPollType 15
#define PvmPollTime 16
#define PvmDontRoute 1
#define PvmAllowDirect 2
#define PvmRouteDirect 3
#define PvmOk 0
#define PvmBadParam (-2)
#define PvmMismatch (-3)
#define PvmOverflow (-4)
#define PvmNoData (-5)
#define PvmNoHost (-6)
#define PvmNoFile (-7)
#define PvmDenied (-8)
#define PvmNoMem (-10)
#define PvmBadMsg (-12)
#define PvmSysErr (-14)
#define PvmNoBuf (-15)
#define PvmNoSuchBuf (-16)
#define PvmNullGroup (-17)
#define PvmDupGroup (-18)
#define PvmNoGroup (-19)
#define PvmNotInGroup (-20)
#define PvmNoInst (-21)
#define PvmHostFail (-22)
#define PvmNoParent (-23)
#define PvmNotImpl (-24)
#define PvmDSysErr (-25)
#define PvmBadVersion (-26)
#define PvmOutOfRes (-27)
#define PvmDupHost (-28)
#define PvmCantStart (-29)
#define PvmAlready (-30)
#define PvmNoTask (-31)
#define PvmNoEntry (-32)
#define PvmDupEntry (-33)
#define PVM_STR 0
#define PVM_BYTE 1
#define PVM_SHORT 2
#define PVM_INT 3
#define PVM_FLOAT 4
#define PVM_CPLX 5
#define PVM_DOUBLE 6
#define PVM_DCPLX 7
#define PVM_LONG 8
#define PVM_USHORT 9
#define PVM_UINT 10
#define PVM_ULONG 11
struct timeval;
struct pvmhostinfo { int hi_tid; char *hi_name; char *hi_arch; int hi_speed; };
struct pvmtaskinfo { int ti_tid; int ti_ptid; int ti_host; int ti_flag; char *ti_a_out; int ti_pid; };
int pvm_mytid(void);
int pvm_parent(void);
int pvm_exit(void);
int pvm_kill(int);
int pvm_spawn(char *, char **, int, char *, int, int *);
int pvm_addhosts(char **, int, int *);
int pvm_delhosts(char **, int, int *);
int pvm_config(int *, int *, struct pvmhostinfo **);
int pvm_tasks(int, int *, struct pvmtaskinfo **);
int pvm_pstat(int);
int pvm_mstat(char *);
int pvm_tidtohost(int);
int pvm_initsend(int);
int pvm_mkbuf(int);
int pvm_freebuf(int);
int pvm_getsbuf(void);
int pvm_getrbuf(void);
int pvm_setsbuf(int);
int pvm_setrbuf(int);
int pvm_pkstr(char *);
int pvm_upkstr(char *);
int pvm_pkbyte(char *, int, int);
int pvm_upkbyte(char *, int, int);
int pvm_pkcplx(float *, int, int);
int pvm_upkcplx(float *, int, int);
int pvm_pkdcplx(double *, int, int);
int pvm_upkdcplx(double *, int, int);
int pvm_pkdouble(double *, int, int);
int pvm_upkdouble(double *, int, int);
int pvm_pkfloat(float *, int, int);
int pvm_upkfloat(float *, int, int);
int pvm_pkint(int *, int, int);
int pvm_upkint(int *, int, int);
int pvm_pklong(long *, int, int);
int pvm_upklong(long *, int, int);
int pvm_pkshort(short *, int, int);
int pvm_upkshort(short *, int, int);
int pvm_pkuint(unsigned int *, int, int);
int pvm_upkuint(unsigned int *, int, int);
int pvm_pkulong(unsigned long *, int, int);
int pvm_upkulong(unsigned long *, int, int);
int pvm_pkushort(unsigned short *, int, int);
int pvm_upkushort(unsigned short *, int, int);
int pvm_packf(const char *, ...);
int pvm_unpackf(const char *, ...);
int pvm_send(int, int);
int pvm_mcast(int *, int, int);
int pvm_psend(int, int, void *, int, int);
int pvm_recv(int, int);
int pvm_nrecv(int, int);
int pvm_trecv(int, int, struct timeval *);
int pvm_precv(int, int, void *, int, int, int *, int *, int *);
int pvm_probe(int, int);
int pvm_bufinfo(int, int *, int *, int *);
int pvm_joingroup(char *);
int pvm_lvgroup(char *);
int pvm_gettid(char *, int);
int pvm_getinst(char *, int);
int pvm_gsize(char *);
int pvm_barrier(char *, int);
int pvm_bcast(char *, int);
void PvmMax(int *, void *, void *, int *, int *);
void PvmMin(int *, void *, void *, int *, int *);
void PvmSum(int *, void *, void *, int *, int *);
void PvmProduct(int *, void *, void *, int *, int *);
int pvm_reduce(void (*)(int *, void *, void *, int *, int *), void *, int, int, int, char *, int);
int pvm_gather(void *, void *, int, int, int, char *, int);
int pvm_scatter(void *, void *, int, int, int, char *, int);
int pvm_notify(int, int, int, int *);
int pvm_sendsig(int, int);
int pvm_perror(char *);
int pvm_setopt(int, int);
int pvm_getopt(int);
int pvm_advise(int);
int pvm_catchout(void *);
int pvm_halt(void);
int pvm_archcode(char *);
#endif
