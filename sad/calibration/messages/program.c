/* Times messages between the first and the last process, and collective operations of the first
   2, 4, 8, ... and of all processes. Prints the fastest of several repetitions in seconds:
     p BYTES SECONDS            half a round trip
     x BYTES SECONDS            both send to each other at the same time
     i BYTES SECONDS            what a send that nobody waits for costs its sender
     j BYTES SECONDS            what it costs the receiver
     s SECONDS                  a short send, as long as it keeps the sender
     r SECONDS                  a short receive of a message that is there already
     g SECONDS                  between short sends in a row
     h NUMBER                   computers they run on
     NAME PROCESSES BYTES SECONDS   barrier, broadcast, reduce, allreduce, alltoall */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST (4 << 20)
#define ROW 64
#ifndef SLICES
#define SLICES 12
#endif
#ifndef MOST /* repetitions in a slice */
#define MOST 400
#endif
#define AT_MOST(count) ((count) < MOST ? (count) : MOST)

static char *here, *there;
static int rank, size;

static double spin(double seconds)
{
    double end = MPI_Wtime() + seconds;
    while (MPI_Wtime() < end)
        ;
    return end;
}

static double round_trips(int bytes, int count)
{
    int other = rank == 0 ? size - 1 : 0;
    double start;
    MPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    for (int i = 0; i < count; i++)
        if (rank == 0) {
            MPI_Send(here, bytes, MPI_BYTE, other, 1, MPI_COMM_WORLD);
            MPI_Recv(there, bytes, MPI_BYTE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == size - 1) {
            MPI_Recv(there, bytes, MPI_BYTE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(here, bytes, MPI_BYTE, other, 1, MPI_COMM_WORLD);
        }
    return (MPI_Wtime() - start)/(2.0*count);
}

static double exchanges(int bytes, int count)
{
    int other = rank == 0 ? size - 1 : 0;
    double start;
    MPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    if (rank == 0 || rank == size - 1)
        for (int i = 0; i < count; i++)
            MPI_Sendrecv(here, bytes, MPI_BYTE, other, 6, there, bytes, MPI_BYTE, other, 6,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return (MPI_Wtime() - start)/count;
}

/* What is left of a message that both sides start, do something else for longer than it takes, and
   wait for: the last process receives. */
static double beside(int bytes, double alone)
{
    MPI_Request request;
    double start, work = 3.0*alone + 20e-6;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 0 && rank != size - 1)
        return 1e30;
    start = MPI_Wtime();
    if (rank == 0)
        MPI_Isend(here, bytes, MPI_BYTE, size - 1, 7, MPI_COMM_WORLD, &request);
    else
        MPI_Irecv(there, bytes, MPI_BYTE, 0, 7, MPI_COMM_WORLD, &request);
    spin(work);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return MPI_Wtime() - start - work;
}

/* 0, then powers of two and halfway between them; -1 behind the last one */
static int bytes_of(int step)
{
    int bytes = step == 0 ? 0 : (step % 2 ? 1 << (step/2) : 3 << (step/2 - 1));
    return bytes > LONGEST ? -1 : bytes;
}

static double least(double one, double other)
{
    return one < other ? one : other;
}

static void ping_pong(void)
{
    for (int step = 0, bytes; (bytes = bytes_of(step)) >= 0; step++) {
        int count = AT_MOST(bytes < 16384 ? 200 : bytes < 524288 ? 20 : 4);
        double best = 1e30, both = 1e30;
        round_trips(bytes, 2);
        for (int i = 0; i < SLICES; i++)
            best = least(round_trips(bytes, count), best);
        if (rank == 0)
            printf("p %d %.9e\n", bytes, best);
        if (bytes && step % 2 == 0) /* every other length will do */
            continue;
        for (int i = 0; i < SLICES; i++)
            both = least(exchanges(bytes, count), both);
        if (rank == 0)
            printf("x %d %.9e\n", bytes, both);
        MPI_Bcast(&best, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        both = 1e30;
        for (int i = 0; i < 4*SLICES; i++)
            both = least(beside(bytes, best), both);
        if (rank == size - 1)
            MPI_Send(&both, 1, MPI_DOUBLE, 0, 8, MPI_COMM_WORLD);
        if (rank == 0) {
            printf("i %d %.9e\n", bytes, both);
            MPI_Recv(&both, 1, MPI_DOUBLE, size - 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            printf("j %d %.9e\n", bytes, both);
        }
    }
}

static void overheads(void)
{
    int last = size - 1;
    double send = 1e30, receive = 1e30, row = 1e30;
    for (int i = 0; i < AT_MOST(400); i++) {
        double start, taken;
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            spin(20e-6); /* the receiver waits */
            start = MPI_Wtime();
            MPI_Send(here, 8, MPI_BYTE, last, 2, MPI_COMM_WORLD);
            taken = MPI_Wtime() - start;
            send = taken < send ? taken : send;
        } else if (rank == last)
            MPI_Recv(there, 8, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            MPI_Send(here, 8, MPI_BYTE, last, 3, MPI_COMM_WORLD);
        else if (rank == last) {
            spin(200e-6); /* the message comes meanwhile */
            start = MPI_Wtime();
            MPI_Recv(there, 8, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            taken = MPI_Wtime() - start;
            receive = taken < receive ? taken : receive;
        }
    }
    for (int i = 0; i < AT_MOST(200); i++) {
        MPI_Request requests[ROW];
        double start;
        if (rank == last)
            for (int j = 0; j < ROW; j++)
                MPI_Irecv(there + 8*j, 8, MPI_BYTE, 0, 4, MPI_COMM_WORLD, &requests[j]);
        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        if (rank == 0) {
            double taken;
            for (int j = 0; j < ROW; j++)
                MPI_Send(here, 8, MPI_BYTE, last, 4, MPI_COMM_WORLD);
            MPI_Recv(there, 0, MPI_BYTE, last, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            taken = MPI_Wtime() - start;
            row = taken < row ? taken : row;
        } else if (rank == last) {
            MPI_Waitall(ROW, requests, MPI_STATUSES_IGNORE);
            MPI_Send(here, 0, MPI_BYTE, 0, 5, MPI_COMM_WORLD);
        }
    }
    MPI_Bcast(&send, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&receive, 1, MPI_DOUBLE, last, MPI_COMM_WORLD);
    if (rank == 0) {
        double one = 1e30;
        printf("s %.9e\nr %.9e\n", send, receive);
        for (int i = 0; i < SLICES; i++) {
            double taken = round_trips(8, AT_MOST(200));
            one = taken < one ? taken : one;
        }
        printf("g %.9e\n", (row - 2.0*one)/(ROW - 1)); /* without the first one and the answer */
    } else
        for (int i = 0; i < SLICES; i++)
            round_trips(8, AT_MOST(200));
}

static void collective(const char *name, int kind, MPI_Comm group, int processes, int bytes)
{
    int count = AT_MOST(bytes < 16384 ? 50 : bytes < 262144 ? 10 : 3);
    double best = 1e30;
    for (int i = 0; i < SLICES; i++) {
        double start, taken, slowest;
        MPI_Barrier(group);
        start = MPI_Wtime();
        for (int j = 0; j < count; j++)
            switch (kind) { /* roots take turns, so that nobody runs ahead */
            case 0: MPI_Barrier(group); break;
            case 1: MPI_Bcast(here, bytes, MPI_BYTE, j % processes, group); break;
            case 2:
                MPI_Reduce(here, there, bytes/8, MPI_DOUBLE, MPI_SUM, j % processes, group);
                break;
            case 3: MPI_Allreduce(here, there, bytes/8, MPI_DOUBLE, MPI_SUM, group); break;
            default: MPI_Alltoall(here, bytes, MPI_BYTE, there, bytes, MPI_BYTE, group); break;
            }
        taken = (MPI_Wtime() - start)/count;
        MPI_Allreduce(&taken, &slowest, 1, MPI_DOUBLE, MPI_MAX, group);
        best = slowest < best ? slowest : best;
    }
    if (rank == 0)
        printf("%s %d %d %.9e\n", name, processes, bytes, best);
}

static void computers(void)
{
    static char names[MPI_MAX_PROCESSOR_NAME];
    char *all = malloc((size_t) size*sizeof names);
    int length, number = 0;
    MPI_Get_processor_name(names, &length);
    MPI_Gather(names, sizeof names, MPI_CHAR, all, sizeof names, MPI_CHAR, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < size; i++) {
        int j = 0;
        while (j < i && strcmp(all + i*sizeof names, all + j*sizeof names) != 0)
            j++;
        number += j == i;
    }
    if (rank == 0)
        printf("h %d\n", number);
    free(all);
}

int main(int argc, char **argv)
{
    static const int lengths[] = {8,    32,    128,   512,    2048,   8192,
                                  32768, 131072, 262144, 524288, 1048576};
    size_t room;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2) {
        printf("alone\n");
        MPI_Finalize();
        return 0;
    }
    room = (size_t) LONGEST*(size_t) (size > 4 ? (size + 3)/4 : 1);
    here = malloc(room);
    there = malloc(room);
    if (here == NULL || there == NULL)
        MPI_Abort(MPI_COMM_WORLD, 3);
    memset(here, 0, room);
    memset(there, 0, room);
    computers();
    ping_pong();
    overheads();
    for (int processes = 2;; processes *= 2) {
        int all = processes >= size, taken = all ? size : processes;
        MPI_Comm group;
        MPI_Comm_split(MPI_COMM_WORLD, rank < taken ? 0 : MPI_UNDEFINED, rank, &group);
        if (group != MPI_COMM_NULL) {
            collective("barrier", 0, group, taken, 0);
            for (unsigned i = 0; i < sizeof lengths/sizeof lengths[0]; i++) {
                collective("broadcast", 1, group, taken, lengths[i]);
                collective("reduce", 2, group, taken, lengths[i]);
                collective("allreduce", 3, group, taken, lengths[i]);
                collective("alltoall", 4, group, taken, lengths[i]);
            }
            MPI_Comm_free(&group);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (all)
            break;
    }
    if (rank == 0)
        printf("end\n");
    MPI_Finalize();
    return 0;
}
