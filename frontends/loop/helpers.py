"""The functions in C that generated programs call, and what each needs.

Every send has its receive: sends do not block, or go with their receive in one call, so that programs
end for any number of processes, however long messages are. With one process nothing is sent.

Over 400 lines: the text of all functions, which share the counters at the head.
"""

from __future__ import annotations

HEAD = """\
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* This process, how many there are, and room for messages that carry no data. */
static int loop_me, loop_nprocs;
static int loop_size;
static char *loop_out, *loop_in;
static MPI_Request *loop_requests;

#ifdef LOOP_RUN /* measured: times of this process in seconds, and what it sent */
static double loop_started, loop_communication, loop_sending, loop_total;
static double loop_sends, loop_bytes, loop_underway;
static double loop_sum;
#define LOOP_BEGIN MPI_Barrier(MPI_COMM_WORLD); loop_started = MPI_Wtime();
#define LOOP_FINISH loop_total = MPI_Wtime() - loop_started;
#define LOOP_ENTER double loop_entered = MPI_Wtime();
#define LOOP_LEAVE loop_communication += MPI_Wtime() - loop_entered;
#define LOOP_SENDS(SIZE) \\
    double loop_began = MPI_Wtime(); \\
    loop_sends++; loop_bytes += (SIZE); loop_underway -= loop_began - loop_started;
#define LOOP_SENT loop_sending += MPI_Wtime() - loop_began;
/* Messages that have come: in the sum over the processes each counts from its send on. */
#define LOOP_RECEIVED(COUNT) loop_underway += (COUNT) * (MPI_Wtime() - loop_started);
#else
#define LOOP_BEGIN
#define LOOP_FINISH
#define LOOP_ENTER
#define LOOP_LEAVE
#define LOOP_SENDS(SIZE)
#define LOOP_SENT
#define LOOP_RECEIVED(COUNT)
#endif

#ifdef LOOP_READ /* for who reads it: the few times that there is no room yet do not matter */
#define loop_room(SIZE)
#else
static void loop_room(int size)
{
    if (size > loop_size) {
        loop_out = realloc(loop_out, size);
        loop_in = realloc(loop_in, size);
        loop_size = size;
    }
}
#endif
"""

HELPERS: dict[str, tuple[tuple[str, ...], str]] = {
    "loop_both": (
        (),
        """\
/* A message to one process and one from another. */
static void loop_both(int size, int to, int from)
{
    loop_room(size);
    LOOP_SENDS(size)
    MPI_Sendrecv(loop_out, size, MPI_BYTE, to, 1, loop_in, size, MPI_BYTE, from, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    LOOP_SENT
    LOOP_RECEIVED(1)
}
""",
    ),
    "loop_communicate": (
        ("loop_both",),
        """\
/* To the processes at distance, 2 distance, ... on a ring, and from those as far on the other side. */
static void loop_communicate(int size, int distance, int partners)
{
    LOOP_ENTER
    for (int j = 1; j <= partners; j++) {
        int step = (j * distance) % loop_nprocs;
        if (step != 0)
            loop_both(size, (loop_me + step) % loop_nprocs,
                      (loop_me + loop_nprocs - step) % loop_nprocs);
    }
    LOOP_LEAVE
}
""",
    ),
    "loop_start": (
        (),
        """\
/* The same, not waited for: how many requests there are. */
static int loop_start(int size, int distance, int partners)
{
    LOOP_ENTER
    int count = 0;
    loop_room(size);
    loop_requests = realloc(loop_requests, 2 * (partners + loop_nprocs) * sizeof *loop_requests);
    for (int j = 1; j <= partners; j++) {
        int step = (j * distance) % loop_nprocs;
        if (step != 0) {
            MPI_Irecv(loop_in, size, MPI_BYTE, (loop_me + loop_nprocs - step) % loop_nprocs, 2,
                      MPI_COMM_WORLD, &loop_requests[count++]);
            LOOP_SENDS(size)
            MPI_Isend(loop_out, size, MPI_BYTE, (loop_me + step) % loop_nprocs, 2, MPI_COMM_WORLD,
                      &loop_requests[count++]);
            LOOP_SENT
        }
    }
    LOOP_LEAVE
    return count;
}
""",
    ),
    "loop_wait": (
        (),
        """\
static void loop_wait(int count)
{
    LOOP_ENTER
    MPI_Waitall(count, loop_requests, MPI_STATUSES_IGNORE);
    LOOP_RECEIVED(count / 2)
    LOOP_LEAVE
}
""",
    ),
    "loop_exchange": (
        ("loop_both",),
        """\
/* Both ways with the processes at distance, 2 distance, ... on both sides of a ring; an odd partner
   is the one at the same place of the other block of a pair of blocks. */
static void loop_exchange(int size, int distance, int partners)
{
    LOOP_ENTER
    for (int j = 1; j <= partners / 2; j++) {
        int step = (j * distance) % loop_nprocs;
        if (step != 0) {
            int right = (loop_me + step) % loop_nprocs;
            int left = (loop_me + loop_nprocs - step) % loop_nprocs;
            loop_both(size, right, left);
            loop_both(size, left, right);
        }
    }
    if (partners % 2 == 1 && distance > 0) {
        int block = (partners + 1) / 2 * distance;
        int partner = loop_me / block % 2 == 0 ? loop_me + block : loop_me - block;
        if (partner < loop_nprocs)
            loop_both(size, partner, partner);
    }
    LOOP_LEAVE
}
""",
    ),
    "loop_multibcast0": (
        (),
        """\
/* All to all: everybody begins with process 0. */
static void loop_multibcast0(int size)
{
    LOOP_ENTER
    int count = 0;
    loop_room(size);
    for (int to = 0; to < loop_nprocs; to++)
        if (to != loop_me) {
            LOOP_SENDS(size)
            MPI_Isend(loop_out, size, MPI_BYTE, to, 3, MPI_COMM_WORLD, &loop_requests[count++]);
            LOOP_SENT
        }
    for (int from = 0; from < loop_nprocs; from++)
        if (from != loop_me) {
            MPI_Recv(loop_in, size, MPI_BYTE, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            LOOP_RECEIVED(1)
        }
    MPI_Waitall(count, loop_requests, MPI_STATUSES_IGNORE);
    LOOP_LEAVE
}
""",
    ),
    "loop_multibcast_me": (
        (),
        """\
/* All to all: everybody begins with the next process. */
static void loop_multibcast_me(int size)
{
    LOOP_ENTER
    loop_room(size);
    for (int j = 1; j < loop_nprocs; j++) {
        LOOP_SENDS(size)
        MPI_Isend(loop_out, size, MPI_BYTE, (loop_me + j) % loop_nprocs, 4, MPI_COMM_WORLD,
                  &loop_requests[j - 1]);
        LOOP_SENT
    }
    for (int j = 1; j < loop_nprocs; j++) {
        MPI_Recv(loop_in, size, MPI_BYTE, (loop_me + j) % loop_nprocs, 4, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        LOOP_RECEIVED(1)
    }
    MPI_Waitall(loop_nprocs - 1, loop_requests, MPI_STATUSES_IGNORE);
    LOOP_LEAVE
}
""",
    ),
    "loop_multicast_alter": (
        (),
        """\
/* All to all: after each send a receive, from processes in falling order. */
static void loop_multicast_alter(int size)
{
    LOOP_ENTER
    loop_room(size);
    for (int j = 1; j < loop_nprocs; j++) {
        LOOP_SENDS(size)
        MPI_Isend(loop_out, size, MPI_BYTE, (loop_me + j) % loop_nprocs, 5, MPI_COMM_WORLD,
                  &loop_requests[j - 1]);
        LOOP_SENT
        MPI_Recv(loop_in, size, MPI_BYTE, (loop_me + loop_nprocs - j) % loop_nprocs, 5, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        LOOP_RECEIVED(1)
    }
    MPI_Waitall(loop_nprocs - 1, loop_requests, MPI_STATUSES_IGNORE);
    LOOP_LEAVE
}
""",
    ),
    "loop_tree_bcast": (
        (),
        """\
/* From process 0 to all, in a binary tree: who has the data doubles in each step. */
static void loop_tree_bcast(void *data, int size)
{
    LOOP_ENTER
    for (int step = 1; step < loop_nprocs; step *= 2) {
        if (loop_me < step) {
            if (loop_me + step < loop_nprocs) {
                LOOP_SENDS(size)
                MPI_Send(data, size, MPI_BYTE, loop_me + step, 6, MPI_COMM_WORLD);
                LOOP_SENT
            }
        } else if (loop_me < 2 * step) {
            MPI_Recv(data, size, MPI_BYTE, loop_me - step, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            LOOP_RECEIVED(1)
        }
    }
    LOOP_LEAVE
}
""",
    ),
    "loop_part": (
        (),
        """\
/* Where the part of a process of a vector of so many elements begins. */
static int loop_part(int process, int length)
{
    return (int)((long)process * length / loop_nprocs);
}

static int loop_least(int a, int b)
{
    return a < b ? a : b;
}
""",
    ),
    "loop_tree_collect": (
        ("loop_part",),
        """\
/* The parts of a vector come together on process 0, in a binary tree. */
static void loop_tree_collect(void *vector, int element, int length)
{
    LOOP_ENTER
    char *data = vector;
    for (int step = 1; step < loop_nprocs; step *= 2) {
        if (loop_me % (2 * step) == 0) {
            if (loop_me + step < loop_nprocs) {
                int first = loop_part(loop_me + step, length);
                int last = loop_part(loop_least(loop_me + 2 * step, loop_nprocs), length);
                MPI_Recv(data + (long)first * element, (last - first) * element, MPI_BYTE,
                         loop_me + step, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                LOOP_RECEIVED(1)
            }
        } else if (loop_me % (2 * step) == step) {
            int first = loop_part(loop_me, length);
            int last = loop_part(loop_least(loop_me + step, loop_nprocs), length);
            LOOP_SENDS((last - first) * element)
            MPI_Send(data + (long)first * element, (last - first) * element, MPI_BYTE,
                     loop_me - step, 7, MPI_COMM_WORLD);
            LOOP_SENT
        }
    }
    LOOP_LEAVE
}
""",
    ),
    "loop_tree_distribute": (
        ("loop_part",),
        """\
/* The parts of a vector go from process 0 to all, in a binary tree. */
static void loop_tree_distribute(void *vector, int element, int length)
{
    LOOP_ENTER
    char *data = vector;
    int step = 1;
    while (step < loop_nprocs)
        step *= 2;
    for (step /= 2; step >= 1; step /= 2) {
        if (loop_me % (2 * step) == 0) {
            if (loop_me + step < loop_nprocs) {
                int first = loop_part(loop_me + step, length);
                int last = loop_part(loop_least(loop_me + 2 * step, loop_nprocs), length);
                LOOP_SENDS((last - first) * element)
                MPI_Send(data + (long)first * element, (last - first) * element, MPI_BYTE,
                         loop_me + step, 8, MPI_COMM_WORLD);
                LOOP_SENT
            }
        } else if (loop_me % (2 * step) == step) {
            int first = loop_part(loop_me, length);
            int last = loop_part(loop_least(loop_me + step, loop_nprocs), length);
            MPI_Recv(data + (long)first * element, (last - first) * element, MPI_BYTE,
                     loop_me - step, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            LOOP_RECEIVED(1)
        }
    }
    LOOP_LEAVE
}
""",
    ),
    "loop_visible_sync": (
        ("loop_both",),
        """\
/* All wait for each other, one byte goes to the right, and all wait again. */
static void loop_visible_sync(void)
{
    LOOP_ENTER
    MPI_Barrier(MPI_COMM_WORLD);
    if (loop_nprocs > 1)
        loop_both(1, (loop_me + 1) % loop_nprocs, (loop_me + loop_nprocs - 1) % loop_nprocs);
    MPI_Barrier(MPI_COMM_WORLD);
    LOOP_LEAVE
}
""",
    ),
    "loop_random": (
        (),
        """\
/* A number from 0 to 1, the same ones in every run. */
static double loop_random(void)
{
    static unsigned state = 12345;
    state = state * 1103515245u + 12345u;
    return (state >> 8) / 16777216.0;
}
""",
    ),
    "loop_compute": (
        (),
        """\
/* Nothing but time passes. LOOP_READ is for who reads it: a call of loop_compute takes so long. */
#ifdef LOOP_READ
void loop_compute(int microseconds);
#elif defined LOOP_RUN || defined LOOP_TRACE
static void loop_compute(double microseconds)
{
    double until = MPI_Wtime() + 1e-6 * microseconds;
    while (MPI_Wtime() < until)
        continue;
}
#else
#include <unistd.h>
static void loop_compute(double microseconds)
{
    usleep(microseconds);
}
#endif
""",
    ),
}
"""What each helper needs of the others, and its text, by name."""

REPORT = """\
#ifdef LOOP_RUN
/* A line for each process: seconds, of these in communication and in sends, messages, bytes, checks. */
static void loop_report(void)
{
    double own[7] = {loop_total, loop_communication, loop_sending, loop_sends,
                     loop_bytes, loop_sum,           loop_underway};
    double *all = malloc(7 * loop_nprocs * sizeof *all);
    MPI_Gather(own, 7, MPI_DOUBLE, all, 7, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (loop_me == 0)
        for (int process = 0; process < loop_nprocs; process++) {
            double *item = all + 7 * process;
            printf("loop: process %d seconds %.9f communication %.9f sending %.9f ", process, item[0],
                   item[1], item[2]);
            printf("sends %.0f bytes %.0f checksum %.12e ", item[3], item[4], item[5]);
            printf("underway %.9f\\n", item[6]);
        }
    free(all);
}
#endif
"""


def helpers(wanted: set[str]) -> str:
    """Return the texts of helpers, and of those they need, in an order in which they can be read."""
    order: dict[str, None] = {}

    def need(name: str) -> None:
        parts, _ = HELPERS[name]
        for part in parts:
            need(part)
        order[name] = None

    for name in HELPERS:
        if name in wanted:
            need(name)
    return "\n".join(HELPERS[name][1] for name in order)
