/* sizes and options of the matrix product program */
#define MORDER 48
#define BLOCK 16
#define CHECK_RESULT
