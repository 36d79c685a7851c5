/* n tries to lay a disc on a square of area n; one that touches another is taken away. */
#include <math.h>
#include <stdio.h>

#define MOST 20000
#define CELLS 200

static double x[MOST], y[MOST];
static int first[CELLS][CELLS], next[MOST];

static double draw(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return ((*state >> 8) + 0.5) / 16777216.0;
}

int main(void)
{
    int n, laid = 0, cells;
    unsigned seed;

    if (scanf("%d %u", &n, &seed) != 2)
        return 1;
    cells = (int)sqrt((double)n) + 1;
    for (int i = 0; i < cells; i++)
        for (int j = 0; j < cells; j++)
            first[i][j] = -1;
    for (int try = 0; try < n; try++) {
        double px = sqrt((double)n) * draw(&seed), py = sqrt((double)n) * draw(&seed);
        int row = (int)px, column = (int)py, free = 1;
        for (int i = row - 1; i <= row + 1 && free; i++) {
            for (int j = column - 1; j <= column + 1 && free; j++) {
                if (i < 0 || j < 0 || i >= cells || j >= cells)
                    continue;
                for (int k = first[i][j]; k >= 0; k = next[k]) {
                    if (hypot(px - x[k], py - y[k]) < 0.9) {
                        free = 0;
                        break;
                    }
                }
            }
        }
        if (free) {
            x[laid] = px;
            y[laid] = py;
            next[laid] = first[row][column];
            first[row][column] = laid;
            laid++;
        }
    }
    printf("%d\n", laid);
    return 0;
}
