/* CASE starts: 0 1 | 3 2 | 7 1 EXACT 1 */
static int starts_at[64];
void starts(int n, int m) {
    starts_at[0] = 0;
    for (int i = 0; i < n; i++)
        starts_at[i + 1] = starts_at[i] + m;
    for (int i = 0; i < n; i++)
        for (int j = starts_at[i]; j < starts_at[i + 1]; j++)
            kount[1]++;
}
/* CASE filled_by_pointer: 0 1 | 3 2 | 7 1 EXACT 1 */
static void fill_all(int *p, int n, int m) {
    for (int i = 0; i < n; i++)
        p[i] = i + m;
}
void filled_by_pointer(int n, int m) {
    int a[16];
    fill_all(a, n, m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < a[i]; j++)
            kount[1]++;
}
/* CASE filled_from_inside: 2 1 | 3 2 | 7 1 EXACT */
static void fill_some(int *p, int n, int m) {
    for (int i = 0; i < n; i++)
        p[i] = i + m;
}
void filled_from_inside(int n, int m) {
    int a[16];
    for (int i = 0; i < 16; i++)
        a[i] = 1;
    fill_some(a + 2, n, m);
    fill_some(&a[1], 1, 5);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < a[i]; j++)
            kount[1]++;
}
/* CASE two_names: 2 1 | 3 2 | 7 1 EXACT */
static void copy_on(int *p, int *q, int n) {
    for (int i = 0; i < n; i++)
        p[i] = q[i] + 1;
}
void two_names(int n, int m) {
    int a[17], b[17];
    for (int i = 0; i < 17; i++)
        a[i] = m;
    copy_on(a + 1, a, n);
    copy_on(b, a, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < b[i]; j++)
            kount[1]++;
}
/* CASE global_by_pointer: 2 1 | 3 2 | 7 1 EXACT */
static int shared[32];
static void both_ways(int *p, int n) {
    for (int i = 0; i < n; i++) {
        p[i] = 2;
        shared[n - 1 - i] = 3;
    }
}
void global_by_pointer(int n, int m) {
    for (int i = 0; i < 32; i++)
        shared[i] = m;
    both_ways(shared, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < shared[i]; j++)
            kount[1]++;
}
/* CASE through_pointer: 2 1 | 3 2 | 7 1 EXACT */
void through_pointer(int n, int m) {
    int a[16], *p = a;
    for (int i = 0; i < n; i++)
        a[i] = m;
    for (int i = 0; i < n; i++) {
        a[i] = i;
        p[n - 1 - i] = 4;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < a[i]; j++)
            kount[1]++;
}
/* CASE narrow: 2 1 | 3 2 | 7 1 EXACT */
void narrow(int n, int m) {
    signed char a[16];
    unsigned short b[16];
    for (int i = 0; i < n; i++) {
        a[i] = i + 127 * m;
        b[i] = i - m;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < a[i]; j++)
            kount[1]++;
        for (int j = 0; j < b[i]; j++)
            kount[2]++;
    }
}
/* CASE grown: 1 1 | 3 2 | 7 1 EXACT 1 */
#include <stdlib.h>
void grown(int n, int m) {
    int *rows = malloc((n + 1) * sizeof(int));
    rows[0] = 0;
    for (int i = 1; i <= n; i++)
        rows[i] = rows[i - 1] + i + m;
    for (int i = 0; i < n; i++)
        for (int j = rows[i]; j < rows[i + 1]; j++)
            kount[1]++;
    free(rows);
}
/* CASE zeros: 2 1 | 3 2 | 7 1 EXACT */
static int never_all[16];
void zeros(int n, int m) {
    never_all[1] = m;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < never_all[i]; j++)
            kount[1]++;
}
/* CASE member_pointer: 2 1 | 3 2 | 4 1 EXACT */
struct pair { int size, other; };
static void set_both(int *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] = i + 1;
}
void member_pointer(int n, int m) {
    struct pair pairs[8];
    for (int i = 0; i < 8; i++)
        pairs[i].size = m;
    for (int i = 0; i < 8; i++)
        pairs[i].other = 0;
    set_both(&pairs[0].size, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < pairs[i].size; j++)
            kount[1]++;
}
/* CASE member_pointer_of_file: 2 1 | 3 2 | 4 1 EXACT */
static struct pair { int size, other; } all_pairs[8];
static void set_all(int *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] = i + 1;
}
void member_pointer_of_file(int n, int m) {
    for (int i = 0; i < 8; i++)
        all_pairs[i].size = m;
    for (int i = 0; i < 8; i++)
        all_pairs[i].other = 0;
    set_all(&all_pairs[0].size, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < all_pairs[i].size; j++)
            kount[1]++;
}
/* CASE moved_to_another: 2 1 | 3 2 | 4 1 EXACT */
static void set_by_moved(int *x, int *y, int n) {
    y = x;
    y[1] = n;
}
void moved_to_another(int n, int m) {
    struct { int a[3]; int b[3]; } s;
    int c[3], d[3];
    s.a[1] = c[1] = 3;
    s.b[1] = d[1] = 2;
    set_by_moved(s.a, s.b, n);
    set_by_moved(c, d, n);
    for (int j = 0; j < s.a[1]; j++)
        kount[1]++;
    for (int j = 0; j < s.b[1]; j++)
        kount[2]++;
    for (int j = 0; j < c[1]; j++)
        kount[3]++;
    for (int j = 0; j < d[1]; j++)
        kount[4]++;
}
/* CASE pointer_to_member: 2 1 | 3 2 | 4 1 EXACT */
void pointer_to_member(int n, int m) {
    struct { int n; int a[8]; int b[8]; } s;
    int *p = s.a;
    s.a[1] = 3;
    p[1] = n;
    s.b[2] = 3;
    for (int i = 0; i < 8; i++)
        s.b[i] = 1;
    p = s.b + 1;
    for (int i = 0; i < 6; i++)
        p[i] = n + m;
    for (int j = 0; j < s.a[1]; j++)
        kount[1]++;
    for (int j = 0; j < s.b[2]; j++)
        kount[2]++;
}
