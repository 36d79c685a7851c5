/* Shortest paths from one vertex of a sparse directed graph: Dijkstra's method with a binary heap of vertices. */
static void sift_up(int *heap, int *place, const double *distance, int i)
{
    int vertex = heap[i];
    while (i > 0 && distance[heap[(i - 1) / 2]] > distance[vertex]) {
        heap[i] = heap[(i - 1) / 2];
        place[heap[i]] = i;
        i = (i - 1) / 2;
    }
    heap[i] = vertex;
    place[vertex] = i;
}

static void sift_down(int *heap, int *place, const double *distance, int size)
{
    int vertex = heap[0], i = 0, child = 1;
    while (child < size) {
        if (child + 1 < size && distance[heap[child + 1]] < distance[heap[child]])
            child++;
        if (distance[heap[child]] >= distance[vertex])
            break;
        heap[i] = heap[child];
        place[heap[i]] = i;
        i = child;
        child = 2 * i + 1;
    }
    heap[i] = vertex;
    place[vertex] = i;
}

void shortest(int n, int source, const int *start, const int *head, const double *length, double *distance, int *heap,
              int *place)
{
    int size = 1;
    for (int i = 0; i < n; i++) {
        distance[i] = 1e30;
        place[i] = -1;
    }
    distance[source] = 0.0;
    heap[0] = source;
    place[source] = 0;
    while (size > 0) {
        int v = heap[0];
        heap[0] = heap[--size];
        if (size > 0)
            sift_down(heap, place, distance, size);
        for (int k = start[v]; k < start[v + 1]; k++) {
            int w = head[k];
            double d = distance[v] + length[k];
            if (d < distance[w]) {
                distance[w] = d;
                if (place[w] < 0)
                    heap[size++] = w, place[w] = size - 1;
                sift_up(heap, place, distance, place[w]);
            }
        }
    }
}
