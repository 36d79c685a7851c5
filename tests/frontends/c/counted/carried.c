//# counters (n): 0 | 1 | 5 | 12
int counters(int n)
{
    int k = 0, s = 0, m = 0, p = 0, q = 0, r = 3, c = 0;    //= 1
    for (int i = 0; i < n; i++)             //= 1
        if (i % 3 == 1)                     //= n
            k++;                            //= (n + 1)//3
    for (int i = 0; i < k; i++)             //= 1
        c++;                                //= (n + 1)//3
    for (int i = 0; i < n; i++)             //= 1
        s += i;                             //= n
    for (int i = 0; i < s; i++)             //= 1
        c++;                                //= n*(n - 1)//2 if n else 0
    for (int i = 0; i < n; i++)             //= 1
        if (i > m)                          //= n
            m = i;                          //= max(0, n - 1)
    for (int i = 0; i < m; i++)             //= 1
        c++;                                //= max(0, n - 1)
    for (int i = 0; i < n; i++)             //= 1
        for (int j = 0; j < i; j++)         //= n
            p++;                            //= n*(n - 1)//2 if n else 0
    for (int i = 0; i < p; i++)             //= 1
        c++;                                //= n*(n - 1)//2 if n else 0
    for (int i = 0; i < n; i++) {           //= 1
        for (int j = 0; j < q; j++)         //= n
            c++;                            //= sum(j*(j - 1)//2 for j in range(n))
        q += i;                             //= n
    }
    for (int i = 0; i < n; i++) {           //= 1
        if (i == 4)                         //= n
            r = 1;                          //= int(n > 4)
        for (int j = 0; j < r; j++)         //= n
            c++;                            //= sum(3 if i < 4 else 1 for i in range(n))
    }
    return c;                               //= 1
}

//# flags (n): 0 | 1 | 2 | 5 | 12
int flags(int n)
{
    int first = 1, odd = 0, sign = 1, state = 1, last = 9, lag = 2, c = 0;  //= 1
    for (int i = 0; i < n; i++) {           //= 1
        if (first) {                        //= n
            c++;                            //= min(n, 1)
            first = 0;                      //= min(n, 1)
        }
        odd = 1 - odd;                      //= n
        if (odd)                            //= n
            c++;                            //= (n + 1)//2
        sign = -sign;                       //= n
        if (sign > 0)                       //= n
            c++;                            //= n//2
        if (state == 1) {                   //= n
            c++;                            //= (n + 2)//3
            state = 2;                      //= (n + 2)//3
        } else if (state == 2) {            //= n - (n + 2)//3
            c++;                            //= (n + 1)//3
            state = 3;                      //= (n + 1)//3
        } else {
            c++;                            //= n//3
            state = 1;                      //= n//3
        }
        for (int j = 0; j < last; j++)      //= n
            c++;                            //= sum(j - 1 if j else 9 for j in range(n))
        last = i;                           //= n
        lag = (lag + 3) % 5;                //= n
        if (lag == 1)                       //= n
            c++;                            //= sum((2 + 3*(j + 1)) % 5 == 1 for j in range(n))
    }
    return c;                               //= 1
}

//# left_by_a_sum (n): 0 | 1 | 2 | 5 | 12 | 99
int left_by_a_sum(int n)
{
    int s = 0, i = 0, k = 0, c = 0;         //= 1
    while (s < n) {                         //= 1 + sum(j*(j + 1)//2 < n for j in range(99))
        i++;                                //= sum(j*(j + 1)//2 < n for j in range(99))
        s += i;                             //= sum(j*(j + 1)//2 < n for j in range(99))
    }
    for (i = 0; i < n; i = 2*i + 1)         //= 1
        c++;                                //= n.bit_length()
    for (i = 2; i < n; i = 3*i - 1)         //= 1
        c++;                                //= sum((3**j*3 + 1)//2 < n for j in range(9))
    for (i = n; i > 1; i /= 2)              //= 1
        k++;                                //= max(0, n.bit_length() - 1)
    for (i = 0; i < k; i++)                 //= 1
        c++;                                //= max(0, n.bit_length() - 1)
    for (i = 0; i < n; i++) {               //= 1
        if (i % 2 == 0)                     //= min(n, 10)
            k++;                            //= min((n + 1)//2, 5)
        if (i == 9)                         //= min(n, 10)
            break;                          //= int(n > 9)
    }
    return c + k;                           //= 1
}
