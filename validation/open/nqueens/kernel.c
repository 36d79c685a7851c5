/* How many ways n queens can stand on an n by n board without attacking each other, by backtracking without recursion.
 * order: in which order columns are tried; at: the place in order of each row's queen;
 * column, up, down: flags of occupied columns and diagonals (n, 2n and 2n places), all 0 before and after.
 */
int count_placements(int n, const int *order, int *at, char *column, char *up, char *down)
{
    int row = 0, found = 0;

    at[0] = -1;
    while (row >= 0) {
        int k = at[row];

        if (k >= 0) {
            int c = order[k];

            column[c] = 0;
            up[row + c] = 0;
            down[row - c + n] = 0;
        }
        do {
            k++;
        } while (k < n && (column[order[k]] || up[row + order[k]] || down[row - order[k] + n]));
        if (k == n) {
            row--;
            continue;
        }
        at[row] = k;
        column[order[k]] = 1;
        up[row + order[k]] = 1;
        down[row - order[k] + n] = 1;
        if (row == n - 1) {
            found++;
        } else {
            row++;
            at[row] = -1;
        }
    }
    return found;
}
