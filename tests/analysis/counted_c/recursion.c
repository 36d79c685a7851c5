/* CASE linear: 0 0 | 1 3 | 5 2 | 8 8 | -2 4 EXACT 1 2 3 4 5 6 7 8 */
static int fact(int n) {
    kount[1]++;
    if (n <= 1) {
        kount[2]++;
        return 1;
    }
    return n * fact(n - 1);
}
static void rows(int n, int width) {
    kount[3]++;
    for (int i = 0; i < width; i++)
        kount[4]++;
    if (n > 0)
        rows(n - 2, width + n);
}
static void up(int n, int last) {
    if (n > last)
        return;
    kount[5]++;
    up(n + 3, last);
    for (int i = n; i < last; i++)
        kount[6]++;
}
static int step;
static void down(int n) {
    kount[7]++;
    if (n > 0)
        down(n - step);
    for (int i = 0; i < step; i++)
        kount[8]++;
}
void linear(int n, int m) {
    fact(n);
    for (int i = 0; i < m; i++)
        fact(i);
    rows(n, m);
    up(m, n);
    step = 2;
    down(m);
    step = 3;
    down(n + m);
}
/* CASE several: 0 0 | 1 3 | 5 2 | 8 8 EXACT 1 2 3 4 5 */
static void hanoi(int n) {
    kount[1]++;
    if (n == 0)
        return;
    hanoi(n - 1);
    kount[2]++;
    hanoi(n - 1);
}
static void three(int n) {
    kount[3]++;
    if (n <= 0)
        return;
    for (int i = 0; i < 3; i++)
        three(n - 2);
    for (int i = 0; i < n; i++)
        kount[4]++;
}
static void both(int a, int b) {
    if (a <= 0 || b <= 0)
        return;
    kount[5]++;
    both(a - 1, b - 1);
}
void several(int n, int m) {
    hanoi(n);
    three(m);
    both(n, 4);
    both(m, n);
}
/* CASE halved: 0 0 | 1 3 | 5 2 | 16 8 | 33 7 EXACT 1 2 3 4 5 6 */
static void halves(int n) {
    kount[1]++;
    if (n <= 1)
        return;
    halves(n / 2);
    halves(n / 2);
    for (int i = 0; i < n; i++)
        kount[2]++;
}
static int power(int x, int n) {
    kount[3]++;
    if (n == 0)
        return 1;
    int half = power(x, n / 2);
    if (n % 2) {
        kount[4]++;
        return half * half * x;
    }
    return half * half;
}
static int place(int low, int high) {
    kount[5]++;
    if (high - low <= 1)
        return low;
    return place(low, low + (high - low) / 2);
}
static void heap(int i) {
    kount[6]++;
    if (i > 0)
        heap((i - 1) / 2);
}
void halved(int n, int m) {
    halves(n);
    power(2, m);
    place(0, n);
    place(m, n + m);
    heap(n);
    heap(m);
}
/* CASE mutual: 0 0 | 1 3 | 5 2 | 16 8 EXACT 1 2 3 4 5 */
static int odd(int n);
static int even(int n) {
    kount[1]++;
    return n == 0 ? 1 : odd(n - 1);
}
static int odd(int n) {
    kount[2]++;
    if (n == 0)
        return 0;
    return even(n - 1);
}
static void first(int n);
static void third(int n) {
    kount[3]++;
    if (n > 0)
        first(n - 1);
}
static void second(int n) {
    kount[4]++;
    third(n);
}
static void first(int n) {
    for (int i = 0; i < n; i++)
        kount[5]++;
    if (n > 1)
        second(n - 1);
}
void mutual(int n, int m) {
    even(n);
    odd(m);
    first(n);
    third(m);
}
/* CASE named: 0 0 | 1 3 | 5 2 | 6 4 EXACT */
static int depth;
static void deeper(int n) {
    depth++;
    if (n > 0)
        deeper(n - 1);
    for (int i = 0; i < depth; i++)
        kount[1]++;
}
static void saved(void) {
    static int calls;
    kount[2]++;
    if (calls++ < 5)
        saved();
}
static void pointed(int *n) {
    kount[3]++;
    if (*n > 0) {
        (*n)--;
        pointed(n);
        pointed(n);
    }
}
static int uneven(int n) {
    kount[4]++;
    if (n % 2 == 0 && n > 0)
        return uneven(n / 2);
    if (n > 1)
        return uneven(n - 1);
    return n;
}
static void one_of(int n, int m) {
    kount[5]++;
    if (n == 0 || n == m)
        return;
    one_of(n - 1, m);
}
void named(int n, int m) {
    deeper(n);
    saved();
    depth = n;
    pointed(&depth);
    uneven(n);
    one_of(n, m);
}
/* CASE numbers: 0 0 | 1 3 | 5 2 EXACT 1 2 3 4 5 6 7 8 9 */
static int fib(int n) {
    kount[1]++;
    if (n < 2)
        return n;
    return fib(n - 1) + fib(n - 2);
}
static void sort(int low, int high) {
    kount[2]++;
    if (high - low <= 1)
        return;
    sort(low, (low + high) / 2);
    sort((low + high) / 2, high);
    for (int i = low; i < high; i++)
        kount[3]++;
}
static int gcd(int a, int b) {
    kount[4]++;
    return b == 0 ? a : gcd(b, a % b);
}
static void orders(int n) {
    kount[5]++;
    for (int i = 0; i < n; i++)
        orders(n - 1);
}
static void subsets(int n, int width) {
    kount[6]++;
    for (int i = 0; i < n; i++)
        subsets(i, width);
    for (int i = 0; i < width; i++)
        kount[7]++;
}
static int lower(int n);
static int upper(int n) {
    kount[8]++;
    return n <= 0 ? 1 : lower(n - 1) + upper(n - 3);
}
static int lower(int n) {
    kount[9]++;
    return n <= 0 ? 0 : upper(n - 1);
}
void numbers(int n, int m) {
    for (int i = 0; i < n; i++)
        fib(11);
    fib(6);
    sort(0, 37);
    gcd(1071, 462);
    orders(5);
    subsets(6, m);
    upper(14);
}
/* CASE no_numbers: 0 0 | 1 3 | 5 2 EXACT */
static int acker(int m, int n) {
    kount[1]++;
    if (m == 0)
        return n + 1;
    if (n == 0)
        return acker(m - 1, 1);
    return acker(m - 1, acker(m, n - 1));
}
static int parts(int n, int data) {
    kount[2]++;
    if (n < 2)
        return data;
    return parts(n - 1, data) + (data > 3 ? parts(n - 2, data - 1) : 0);
}
void no_numbers(int n, int m) {
    acker(2, 3);
    parts(n, m);
}
