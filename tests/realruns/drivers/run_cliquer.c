/* The largest clique of a graph with n vertices, and all of its size. */
#include <stdio.h>
#include "cliquer.h"

int main(void)
{
    int n, i, j, size, all;
    unsigned long state = 1;
    graph_t *graph;

    scanf("%d", &n);
    graph = graph_new(n);
    for (i = 0; i < n; i++)
        for (j = 0; j < i; j++) {
            state = (state * 16807) % 2147483647;
            if (state >> 8 & 1)
                GRAPH_ADD_EDGE(graph, i, j);
        }
    clique_default_options->time_function = NULL;
    size = clique_unweighted_max_weight(graph, NULL);
    all = clique_unweighted_find_all(graph, size, size, FALSE, NULL);
    printf("%d %d\n", size, all);
    graph_free(graph);
    return 0;
}
