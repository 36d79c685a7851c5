//# count_up (n): 0 | 1 | 5
int count_up(int n)
{
    int k = 0;                              //= 1
    for (int i = 0; i < n; i++)             //= 1
        k++;                                //= n
    for (int i = 0; i <= n; ++i)            //= 1
        k++;                                //= n + 1
    for (int i = 1; i <= n; i += 1)         //= 1
        k++;                                //= n
    for (int i = 0; n > i; i = i + 1)       //= 1
        k++;                                //= n
    for (int i = 0; i != n; i = 1 + i)      //= 1
        k++;                                //= n
    return k;                               //= 1
}

//# count_down (n): 0 | 1 | 6
int count_down(int n)
{
    int k = 0, i;                           //= 1
    for (i = n; i > 0; i--)                 //= 1
        k++;                                //= n
    for (i = n - 1; i >= 0; --i)            //= 1
        k++;                                //= n
    for (i = n; i >= -n; i -= 1)            //= 1
        k++;                                //= 2*n + 1
    for (i = 2*n; i > 0; i -= 2)            //= 1
        k++;                                //= n
    for (i = n; 0 < i; i += -1)             //= 1
        k++;                                //= n
    return k + i;                           //= 1
}

//# steps (n, s): 0 1 | 1 3 | 10 3 | 12 4 | 7 20
int steps(int n, int s)
{
    int k = 0;                              //= 1
    for (int i = 0; i < n; i += 3)          //= 1
        k++;                                //= (n + 2)//3
    for (int i = n; i > 0; i -= 4)          //= 1
        k++;                                //= (n + 3)//4
    for (int i = 0; i < n; i += s)          //= 1
        k++;                                //= (n + s - 1)//s
    for (int i = 0; i < n; i += 2*s)        //= 1
        k++;                                //= (n + 2*s - 1)//(2*s)
    for (int i = n; i >= 0; i -= s)         //= 1
        k++;                                //= n//s + 1
    return k;                               //= 1
}

//# backwards_step (n): 0 | 3
int backwards_step(int n)
{
    int s = -1, k = 0;                      //= 1
    for (int i = 5; i < 3; i += s)          //= 1
        k++;                                //= 0
    for (int i = -n - 1; i > 0; i--)        //= 1
        k++;                                //= 0
    return k;                               //= 1
}

//# triangles (n): 0 | 1 | 2 | 7
int triangles(int n)
{
    int k = 0;                              //= 1
    for (int i = 0; i < n; i++)             //= 1
        for (int j = 0; j < i; j++)         //= n
            k++;                            //= n*(n - 1)//2
    for (int i = 0; i < n; i++) {           //= 1
        for (int j = i; j < n; j++)         //= n
            for (int l = i; l <= j; l++)    //= n*(n + 1)//2
                k++;                        //= n*(n + 1)*(n + 2)//6
    }
    for (int i = n; i-- > 0; )              //= 1
        for (int j = n - 1; j > i; j--)     //= n
            k++;                            //= n*(n - 1)//2
    return k;                               //= 1
}

//# after_the_loop (n): 0 | 1 | 4
int after_the_loop(int n)
{
    int i, k = 0;                           //= 1
    for (i = 0; i < n; i++)                 //= 1
        ;
    for (int j = 0; j < i; j++)             //= 1
        k++;                                //= n
    for (; i < 2*n; i++)                    //= 1
        k++;                                //= n
    for (int j = 0; j < i; j++)             //= 1
        k++;                                //= 2*n
    return k;                               //= 1
}

//# two_counters (n): 0 | 1 | 4 | 9
int two_counters(int n)
{
    int i, j, k = 0;                        //= 1
    for (i = 0, j = n; i < n; i++, j--)     //= 1
        k += j;                             //= n
    for (i = 0, j = n - 1; i < j; i++, j--) //= 1
        k++;                                //= n//2
    for (int a = 0, b = 2; a < n; a++)      //= 1
        k += b;                             //= n
    return k;                               //= 1
}

//# changed_counter (n): 0 | 1 | 4 | 9
int changed_counter(int n)
{
    int k = 0;                              //= 1
    for (int i = 0; i < n; i++) {           //= 1
        k++;                                //~ (n + 1)//2
        i++;                                //~ (n + 1)//2
    }
    for (int i = 0, m = 2*n; i < m; i++)    //= 1
        m--;                                //= n
    return k;                               //= 1
}

//# counted_while (n): 0 | 1 | 4
int counted_while(int n)
{
    int k = 0, i = 0, m = n;                //= 1
    while (i < n)                           //= n + 1
        i++;                                //= n
    while (i > 0) {                         //= n + 1
        k += i;                             //= n
        i -= 1;                             //= n
    }
    while (m--)                             //= n + 1
        k++;                                //= n
    m = n;                                  //= 1
    while (--m >= 0)                        //= n + 1
        k++;                                //= n
    m = 1;                                  //= 1
    while (m <= 1 << n)                     //= n + 2
        m *= 2;                             //= n + 1
    while ((m /= 2) > 0)                    //~ n + 2
        k++;                                //~ n + 1
    return k;                               //= 1
}

//# tested_at_the_end (n): 1 | 2 | 6
int tested_at_the_end(int n)
{
    int i = 0, k = 0;                       //= 1
    do {
        i++;                                //= n
    } while (i < n);                        //= n
    do
        k++;                                //= n
    while (--i);                            //= n
    do {
        k++;                                //= 1
    } while (0);
    do {
        i++;                                //= n
        if (i > 100)                        //= n
            break;                          //= 0
        if (i == 3)                         //= n
            continue;                       //= 1 if n >= 3 else 0
        k++;                                //= n - 1 if n >= 3 else n
    } while (i < n);                        //= n
    return k;                               //= 1
}

//# endless (n): 1 | 2 | 6
int endless(int n)
{
    int k = 0, i = 0;                       //= 1
    for (;;) {
        if (i == n)                         //= n + 1
            break;                          //= 1
        i++;                                //= n
    }
    while (1) {
        if (--i <= 0)                       //= n
            break;                          //= 1
        k++;                                //= n - 1
    }
    for (int j = 0; ; j += 2) {
        if (j >= n)                         //= (n + 1)//2 + 1
            return k;                       //= 1
        k++;                                //= (n + 1)//2
    }
    return -1;                              //= 0
}

//# left_early (n, m): 0 0 | 5 2 | 5 9 | 8 8
int left_early(int n, int m)
{
    int k = 0;                              //= 1
    for (int i = 0; i < n; i++) {           //= 1
        if (i == m)                         //~ min(n, m + 1)
            break;                          //~ 1 if m < n else 0
        k++;                                //~ min(n, m)
    }
    for (int i = 0; i < n; i++) {           //= 1
        if (i < m)                          //~ n
            continue;                       //~ min(n, m)
        for (int j = 0; j < n; j++) {       //~ max(0, n - m)
            if (j > i)                      //~ sum(min(n, i + 2) for i in range(m, n))
                break;                      //~ max(0, n - 1 - m)
            k++;                            //~ sum(i + 1 for i in range(m, n))
        }
    }
    return k;                               //= 1
}

//# continued_while (n): 0 | 1 | 7
int continued_while(int n)
{
    int i = 0, k = 0;                       //= 1
    while (i < n) {                         //= n + 1
        i++;                                //= n
        if (i % 2)                          //= n
            continue;                       //= (n + 1)//2
        k++;                                //= n//2
    }
    for (i = 0; i < n; i++) {               //= 1
        if (i & 1)                          //= n
            continue;                       //= n//2
        k++;                                //= (n + 1)//2
    }
    return k;                               //= 1
}

//# unsigned_counters (n): 0 | 1 | 9
int unsigned_counters(int n)
{
    int k = 0;                              //= 1
    for (unsigned i = 0; i < n; i++)        //= 1
        k++;                                //= n
    for (unsigned long i = n; i > 0; i--)   //= 1
        k++;                                //= n
    for (unsigned i = n; i-- > 0; )         //= 1
        k++;                                //= n
    for (unsigned char c = 0; c < 200; c++) //= 1
        k++;                                //= 200
    for (short s = 100; s > -100; s -= 10)  //= 1
        k++;                                //= 20
    for (long i = 0; i < (long)n*n; i++)    //= 1
        k++;                                //= n*n
    return k;                               //= 1
}

//# real_counter (n): 0 | 1 | 9
int real_counter(int n)
{
    int k = 0;                              //= 1
    for (double x = 0; x < n; x += 1)       //= 1
        k++;                                //~ n
    return k;                               //= 1
}
