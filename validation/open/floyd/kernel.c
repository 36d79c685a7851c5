/* Lengths of the shortest paths between all pairs of n nodes, in place (Floyd and Warshall). */
void shortest_paths(int n, int *length)
{
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < n; i++) {
            int to_k = length[i * n + k];

            for (int j = 0; j < n; j++) {
                int through_k = to_k + length[k * n + j];

                if (through_k < length[i * n + j])
                    length[i * n + j] = through_k;
            }
        }
    }
}
