/* CASE calls: 0 0 | 1 3 | 5 2 | 8 8 | -2 4 EXACT 1 2 3 4 5 6 7 8 9 10 11 */
static void counted(int k) {
    static int calls;
    calls++;
    if (calls == 1)
        kount[1]++;
    if (calls == 3)
        kount[2]++;
    if (calls > 4)
        kount[3]++;
    for (int i = 0; i < calls; i++)
        kount[4]++;
}
static void once(int n) {
    static int done;
    if (done)
        return;
    for (int i = 0; i < n; i++)
        kount[5]++;
    done = 1;
}
static int turn(void) {
    static int side = 1;
    side = 1 - side;
    if (side)
        kount[6]++;
    return side;
}
static void states(void) {
    static int state = 0;
    if (state == 0) {
        kount[7]++;
        state = 1;
    } else if (state == 1) {
        kount[8]++;
        state = 2;
    } else {
        kount[9]++;
        state = 1;
    }
}
static void limited(void) {
    static int left = 3;
    if (left == 0)
        return;
    left--;
    kount[10]++;
}
static void deep(int n) {
    counted(n);
    once(5);
    limited();
}
static void table(void) {
    static int ready = 0, size = 4;
    if (!ready) {
        ready = 1;
        size = 6;
    }
    for (int i = 0; i < size; i++)
        kount[11]++;
    size = 3;
}
void calls(int n, int m) {
    for (int i = 0; i < n; i++) {
        counted(i);
        states();
        turn();
        table();
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < i; j++)
            deep(j);
        turn();
        limited();
    }
    counted(7);
    states();
    table();
}
/* CASE open: 0 0 | 1 3 | 5 2 | 8 8 EXACT */
static int *kept(void) {
    static int value = 2;
    value++;
    return &value;
}
static void arguments(int n) {
    static int first = 1, last = 0;
    if (first)
        for (int i = 0; i < n; i++)
            kount[1]++;
    for (int i = 0; i < last; i++)
        kount[2]++;
    first = 0;
    last = n;
}
static void early(int n) {
    static int calls = 0;
    if (n % 3 == 1)
        return;
    calls++;
    if (calls == 2)
        kount[3]++;
}
static int next(void) {
    static int n = 0;
    n += 2;
    return n;
}
static void shared(int *n) {
    static int inner = 0;
    if (n == 0)
        n = &inner;
    (*n)++;
    for (int i = 0; i < inner; i++)
        kount[4]++;
}
void open(int n, int m) {
    int *p = kept();
    *p = 0;
    p = kept();
    for (int i = 0; i < *p; i++)
        kount[5]++;
    for (int i = 1; i < n; i++) {
        arguments(i + m);
        early(i);
        shared(0);
    }
    for (int i = 0; i < next(); i++) {
        kount[6]++;
        if (i > 20)
            break;
    }
}
/* CASE globals_in_loops: 0 0 | 1 3 | 5 2 | 8 8 EXACT 1 2 3 4 */
static int number, flag = 1, side;
static void add(int k) {
    number += k;
    for (int i = 0; i < number; i++)
        kount[1]++;
}
static void raise(int *k) {
    *k = *k + 2;
    flag = 0;
}
static void change(void) {
    side = 1 - side;
    if (side)
        kount[2]++;
}
void globals_in_loops(int n, int m) {
    int own = 0;
    number = side = 0;
    for (int i = 0; i < n; i++) {
        add(2);
        change();
        raise(&own);
        for (int j = 0; j < own; j++)
            kount[3]++;
    }
    for (int i = 0; i < number + own + flag * m; i++)
        kount[4]++;
}
/* CASE twice: 3 2 | 0 5 EXACT 0 1 */
static int drawn;
static int draw(void)
{
    drawn++;
    return drawn;
}
static int same(int a)
{
    return a + 1;
}
void twice(int n, int m)
{
    int both, i;
    drawn = n;
    both = same(m) + same(m);
    for (i = 0; i < both; i++)
        kount[0]++;
    both = draw();
    for (i = 0; i < both; i++)
        kount[1]++;
    both = draw() + draw();
    for (i = 0; i < both; i++)
        kount[2]++;
    both = 3*draw() + draw();
    for (i = 0; i < both; i++)
        kount[3]++;
}
/* CASE any_order: 3 2 | 0 5 EXACT 0 1 2 3 4 5 6 7 8 */
static int shared;
static int doubled(void)
{
    shared = shared * 2;
    return shared;
}
static int difference(int a, int b)
{
    return a - b;
}
static int half(int a)
{
    static int calls;
    calls++;
    return a / 2;
}
void any_order(int n, int m)
{
    int both, i;
    shared = n;
    both = (shared = m) + doubled();
    for (i = 0; i < both; i++)
        kount[0]++;
    shared = n;
    both = doubled() + (shared = m);
    for (i = 0; i < both; i++)
        kount[1]++;
    for (i = 0; i < shared; i++)
        kount[2]++;
    shared = n;
    both = 1;
    both += (shared = m) * doubled();
    for (i = 0; i < both; i++)
        kount[3]++;
    shared = n;
    both = shared++ + doubled();
    for (i = 0; i < both + shared; i++)
        kount[4]++;
    both = difference(half(n), half(m));
    for (i = 0; i < both + 9; i++)
        kount[5]++;
    both = difference(doubled(), shared);
    for (i = 0; i < both; i++)
        kount[6]++;
    shared = n;
    both = difference((shared = m), doubled());
    for (i = 0; i < 9 - both; i++)
        kount[7]++;
    for (i = 0; i < shared; i++)
        kount[8]++;
}
