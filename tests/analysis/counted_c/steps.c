/* CASE parents: 0 0 | 1 3 | 5 2 | 16 8 | 33 -7 | 100 31 EXACT 1 2 3 4 5 6 7 */
void parents(int n, int m) {
    int i;
    for (i = n; i > 0; i = (i - 1) / 2)
        kount[1]++;
    for (i = n; i > 1; i = (i + 1) / 2)
        kount[2]++;
    for (i = m; i >= 3; i = i / 2 - 1)
        kount[3]++;
    i = m - 1;
    while (i >= 0) {
        kount[4]++;
        i = (i + 1) / 2 - 1;
    }
    for (i = n; i >= 4; i = (i + 4) / 3)
        kount[5]++;
    for (i = 1; i < n; i = 2 * i + 1)
        kount[6]++;
    for (i = 1; i < m; i = 3 * i + 2)
        kount[7]++;
}
/* CASE rounding: 0 0 | 1 3 | 5 2 | 16 8 | 33 7 | -9 31 EXACT */
void rounding(int n, int m) {
    int i = n, fuel = 0;
    do {
        kount[1]++;
        i = (i - 1) / 2;
    } while (i > 0);
    for (i = n; i > -3 && fuel < 9; i = (i - 5) / 2) {
        kount[2]++;
        fuel++;
    }
    for (i = m; i != 0; i = (i - 1) / 2)
        kount[3]++;
}
