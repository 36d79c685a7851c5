/* lattice and schedule of the Ising program */
#define LSIDE 24
#define NSITES (LSIDE*LSIDE)
#define NTEMP 4
#define NWARM 200
#define NMEAS 300
/* #define WITH_FIELD */
#define MEASURE_CLUSTER
