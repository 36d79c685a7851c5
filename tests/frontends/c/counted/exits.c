//# exit_at_value (n, k): 0 3 | 5 3 | 5 9 | 5 -1 | 5 0
int exit_at_value(int n, int k)
{
    int c = 0;                              //= 1
    for (int i = 0; i < n; i++) {           //= 1
        if (i >= k)                         //= min(n, max(0, k) + 1)
            break;                          //= int(n > max(0, k))
        c++;                                //= min(n, max(0, k))
    }
    for (int i = 0; i < n; i++) {           //= 1
        if (i == k)                         //= n if k < 0 else min(n, k + 1)
            break;                          //= int(0 <= k < n)
        c++;                                //= n if k < 0 else min(n, k)
    }
    for (int i = 0; i < n; i++) {           //= 1
        c++;                                //= min(n, max(0, k) + 1)
        if (i >= k) break;                  //= min(n, max(0, k) + 1)
    }
    for (int i = 0; i < n; i++) {           //= 1
        if (k == 3)                         //= min(n, 1) if k == 3 else n
            break;                          //= int(k == 3 and n > 0)
        c++;                                //= 0 if k == 3 else n
    }
    for (int i = 0; i < n; i++) {           //= 1
        if (i > 1 && i < k)                 //= min(n, 3) if k > 2 else n
            break;                          //= int(k > 2 and n > 2)
        c++;                                //= min(n, 2) if k > 2 else n
    }
    for (int i = n; i > 0; i--) {           //= 1
        if (i < k)                          //= n if k < 2 else min(n, max(0, n - k + 1) + 1)
            goto out;                       //= int(k > 1 and n > 0)
        c++;                                //= max(0, n - max(0, k - 1))
    }
    c++;                                    //= int(not (k > 1 and n > 0))
out:
    return c;                               //= 1
}

//# first_of_two (n, k): 0 3 | 7 3 | 7 9 | 7 0
static int place_of(int n, int k)
{
    for (int i = 0; i < n; i++) {           //= 1
        if (i == k)                         //= min(n, k + 1)
            return i;                       //= int(k < n)
    }
    return -1;                              //= int(k >= n)
}
int first_of_two(int n, int k)
{
    int c = 0, at = place_of(n, k);         //= 1
    for (int i = 0; i < at; i++)            //= 1
        c++;                                //= k if k < n else 0
    int i;
    for (i = 0; i < n; i++) {               //= 1
        if (2 * i > n)                      //= min(n, n//2 + 2, k + 1)
            break;                          //= int(n//2 + 1 < min(n, k + 1))
        if (i >= k)                         //= min(n, n//2 + 1, k + 1)
            break;                          //= int(k < min(n, n//2 + 1))
    }
    for (int j = 0; j < i; j++)             //= 1
        c++;                                //= min(n, n//2 + 1, k)
    return c;                               //= 1
}

//# out_of_two_loops (n, k): 0 3 | 5 3 | 5 1 | 3 9
int out_of_two_loops(int n, int k)
{
    int c = 0;                              //= 1
    for (int i = 0; i < n; i++) {           //= 1
        for (int j = 0; j < n; j++) {       //= n
            if (i + j >= k)                 //= sum(min(n, max(0, k - i) + 1) for i in range(n))
                break;                      //= sum(n > max(0, k - i) for i in range(n))
            c++;                            //= sum(min(n, max(0, k - i)) for i in range(n))
        }
    }
    for (int i = 0; i < n; i++) {           //= 1
        for (int j = 0; j < n; j++) {       //= min(n, 3)
            if (i == 2 && j == k)           //= n*n if n < 3 or k >= n else 2*n + k + 1
                goto out;                   //= int(n > 2 and k < n)
            c++;                            //= n*n if n < 3 or k >= n else 2*n + k
        }
    }
    c++;                                    //= int(not (n > 2 and k < n))
out:
    return c;                               //= 1
}

//# roots (n): 0 | 1 | 2 | 3 | 4 | 15 | 16 | 17 | 99
int roots(int n)
{
    int c = 0, i = 1, s = 0;                //= 1
    while (i * i <= n) {                    //= 1 + int(n**0.5)
        i++;                                //= int(n**0.5)
    }
    for (i = 0; i < n; i++) {               //= 1
        if (i * i > n)                      //= min(n, int(n**0.5) + 2)
            break;                          //= int(int(n**0.5) + 1 < n)
        c++;                                //= min(n, int(n**0.5) + 1)
    }
    for (i = 2; i * (i + 1) < n; i++)       //= 1
        c++;                                //= sum(i*(i + 1) < n for i in range(2, 99))
    for (i = 3; i * i <= n; i += 2)         //= 1
        c++;                                //= sum(i*i <= n for i in range(3, 99, 2))
    i = 0;                                  //= 1
    while (s < n) {                         //= 1 + sum(j*(j + 1)//2 < n for j in range(99))
        i++;                                //= sum(j*(j + 1)//2 < n for j in range(99))
        s += i;                             //= sum(j*(j + 1)//2 < n for j in range(99))
    }
    return c;                               //= 1
}
