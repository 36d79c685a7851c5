/* The routines of MPI as a Fortran program calls them: every argument is an address, handles are integers.

   Compilers write one underscore behind a name, or two. The module mpi_f08 passes its arguments to names of its
   own: its handles are types of one integer, and an `ierror` that is left out is a null pointer. The library's own routines are weak, because a program in C
   does not have them. Open MPI's wrappers for Fortran call PMPI_ routines of C, so those of c_binding.c do not see
   these calls; where they do (MPICH), record_begin knows that they are inside of a call. */
#ifndef FORTRAN_BINDING_H
#define FORTRAN_BINDING_H

#include "recorder.h"

#define IN const MPI_Fint *
#define ERR MPI_Fint *ierror
#define SITE __builtin_return_address(0)

#define T(type) PMPI_Type_f2c(*(type))
#define C(comm) PMPI_Comm_f2c(*(comm))
#define R(request) PMPI_Request_f2c(*(request))

/* A status takes as many integers of Fortran as fit in one of C. */
enum { STATUS = sizeof(MPI_Status) / sizeof(MPI_Fint) };

/* The module mpi_f08. Open MPI passes what it passes without it. In MPICH data have descriptors, whose first word is
   their address; what is asked for and what is written comes from routines whose names tell whether there are any. */
#ifdef OPEN_MPI
#define F08(name, parameters, before, arguments, after) \
    void name##_f08_ parameters __attribute__((alias(#name "_")));
#elif defined(MPICH_VERSION)
#define F08(name, parameters, before, arguments, after)                  \
    void name##_f08_ parameters                                          \
    {                                                                    \
        static int id;                                                   \
        static void(*real) parameters;                                   \
        MPI_Fint own[STATUS] __attribute__((unused)), error;             \
        int any __attribute__((unused)) = 0;                             \
        const int is_f08 __attribute__((unused)) = 1;                    \
        ierror = ierror ? ierror : &error;                               \
        if (!real)                                                       \
            *(void **)&real = mpich_f08(#name);                          \
        const int on = record_begin(&id, #name, SITE);                   \
        if (on) {                                                        \
            before;                                                      \
        }                                                                \
        real arguments;                                                  \
        if (on) {                                                        \
            after;                                                       \
        }                                                                \
        record_end();                                                    \
    }                                                                    \
    void name##_f08ts_ parameters __attribute__((alias(#name "_f08_")));
#else
#define F08(name, parameters, before, arguments, after)
#endif

/* MPICH's routine for the module behind a name such as mpi_send. */
void *mpich_f08(const char *name);

/* A wrapper: the name, its parameters, what to record before the call, the arguments to pass on, and what to record
   after it. `own` is room for a status where the program wants none. */
#define RECORDED(name, parameters, before, arguments, after)             \
    void p##name##_ parameters __attribute__((weak));                   \
    void name##_ parameters                                             \
    {                                                                   \
        static int id;                                                  \
        MPI_Fint own[STATUS] __attribute__((unused)), error;            \
        int any __attribute__((unused)) = 0;                            \
        const int is_f08 __attribute__((unused)) = 0;                   \
        ierror = ierror ? ierror : &error;                              \
        const int on = record_begin(&id, #name, SITE);                  \
        if (on) {                                                       \
            before;                                                     \
        }                                                               \
        p##name##_ arguments;                                           \
        if (on) {                                                       \
            after;                                                      \
        }                                                               \
        record_end();                                                   \
    }                                                                   \
    void name##__ parameters __attribute__((alias(#name "_")));         \
    F08(name, parameters, before, arguments, after)

#endif
