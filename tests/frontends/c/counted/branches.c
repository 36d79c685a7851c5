#include <assert.h>
#include <stdlib.h>

//# else_if (n): 3 | 10
int else_if(int n)
{
    int k = 0;                              //= 1
    for (int i = 0; i < n; i++) {           //= 1
        if (i < 2)                          //= n
            k++;                            //= 2
        else if (i == 2)                    //= n - 2
            k--;                            //= 1
        else {
            k += 2;                         //= n - 3
            k++;                            //= n - 3
        }
        if (!(i & 1))                       //= n
            if (i)                          //= (n + 1)//2
                k++;                        //= (n + 1)//2 - 1
            else
                k--;                        //= 1
    }
    return k;                               //= 1
}

//# both (n): 1 | 4 | 10
int both(int n)
{
    int k = 0;                              //= 1
    for (int i = 0; i < n; i++) {           //= 1
        if (i > 0 &&                        //= n
            i % 3 == 0)
            k++;                            //= (n - 1)//3
        if (i == 0 || i == n - 1)           //= n
            k++;                            //= min(n, 2)
        if (!(i && i != 3) || n < 2)        //= n
            k++;                            //= 1 + (n > 3)
        if (i > 1 && i < 5 && n > 4)        //= n
            k++;                            //= 3 if n > 4 else 0
    }
    return k;                               //= 1
}

//# second_operands (n): 0 | 4 | 9
static int called(int i)
{
    return i > 2;                           //= n + max(0, n - 3) + min(n, 4)
}
int second_operands(int n)
{
    int k = 0;                              //= 1
    for (int i = 0; i < n; i++) {           //= 1
        k += i >= 0 && called(i);           //= n
        if (i > 3 || called(i))             //= n
            k++;                            //~ max(0, n - 3)
        i > 2 && called(i);                 //= n
    }
    return k;                               //= 1
}

//# chosen (n): 0 | 1 | 6
static int one(int i)
{
    return i;                               //= n//2
}
static int other(int i)
{
    return -i;                              //= (n + 1)//2
}
int chosen(int n)
{
    int k = n > 3 ? 3 : n;                  //= 1
    for (int i = 0; i < k; i++)             //= 1
        k += 0;                             //= min(3, n)
    for (int i = 0; i < n; i++)             //= 1
        k += i & 1 ? one(i) : other(i);     //= n
    for (int i = 0; i < (n > 4 ? 4 : 2); i++) //= 1
        k++;                                //= 4 if n > 4 else 2
    k = n ? : 7;                            //= 1
    for (int i = 0; i < k; i++)             //= 1
        k += 0;                             //~ n or 7
    return k;                               //= 1
}

//# commas (n): 0 | 5
int commas(int n)
{
    int i, j, k = 0;                        //= 1
    i = (j = n, j + 1);                     //= 1
    while (k++, i-- > 0)                    //= n + 2
        j++;                                //= n + 1
    for (i = 0, k = 0; k++, i < j; i++)     //= 1
        ;
    for (int l = 0; l < j; l++)             //= 1
        k++;                                //= 2*n + 1
    if (i = 3, n > i)                       //= 1
        k++;                                //= n > 3
    return i, k;                            //= 1
}

//# falling_through (n): 0 | 3 | 9
int falling_through(int n)
{
    int k = 0;                              //= 1
    for (int i = 0; i < n; i++) {           //= 1
        switch (i) {                        //= n
        case 0:
            k++;                            //= n > 0
        case 1: case 2:
            k += 2;                         //= min(n, 3)
            break;                          //= min(n, 3)
        case 4 ... 6:
            k += 3;                         //= min(max(n - 4, 0), 3)
        default:
            k += 4;                         //= max(n - 3, 0)
        }
        switch (i % 3) {                    //= n
        default:
            k++;                            //= n//3
            break;                          //= n//3
        case 0:
            if (i > 4)                      //= (n + 2)//3
                break;                      //= max(0, (n + 2)//3 - 2)
            k++;                            //= min(2, (n + 2)//3)
        case 1:
            k--;                            //= (n + 1)//3 + min(2, (n + 2)//3)
        }
    }
    return k;                               //= 1
}

//# selected (n): 0 | 2 | 3
enum color { red, green = 2, blue };
int selected(int n)
{
    enum color c = n;                       //= 1
    int k = 0;                              //= 1
    switch (c) {                            //= 1
    case red:
        k = 1;                              //= n == 0
        break;                              //= n == 0
    case green:
        k = 2;                              //= n == 2
        break;                              //= n == 2
    case blue: {
        k = 3;                              //= n == 3
        break;                              //= n == 3
    }
    }
    for (int i = 0; i < k; i++)             //= 1
        n++;                                //= 1 if n == 0 else n
    switch (k) {                            //= 1
    case 'a':
        n++;                                //= 0
    }
    switch (3) {                            //= 1
    case 2: n++;                            //~ 0
    case 3: n--;                            //~ 1
    case 4: k++;                            //~ 1
    }
    while (k < 10)
        switch (k++) {
        case 4:
            continue;
        case 6:
            return n;
        }
    return k;
}

//# device (n): 1 | 3 | 4 | 9
int device(int n)
{
    int left = (n + 3) / 4, k = 0;          //= 1
    switch (n % 4) {                        //= 1
    case 0: do { k++;                       //~ n//4
    case 3:      k++;                       //~ (n + 1)//4
    case 2:      k++;                       //~ (n + 2)//4
    case 1:      k++;                       //~ (n + 3)//4
            } while (--left > 0);           //~ (n + 3)//4
    }
    return k;                               //~ 1
}

//# jumps (n): 1 | 2 | 7
int jumps(int n)
{
    int i = 0, k = 0;                       //= 1
again:
    i++;                                    //= n
    if (i < n)                              //= n
        goto again;                         //= n - 1
    if (n > 5)                              //= 1
        goto inside;                        //= n > 5
    for (i = 0; i < 2; i++) {               //~ n <= 5
        k++;                                //~ 2 if n <= 5 else 0
inside:
        k--;                                //~ 2 if n <= 5 else 1
        if (k > 100)                        //~ 2 if n <= 5 else 1
            goto out;                       //~ 0
    }
    k++;                                    //~ 1
out:
    return k;                               //~ 1
}

//# early_return (n): 0 | 4
static int first_divisor(int i)
{
    for (int d = 2; d < i; d++) {           //= n
        if (i % d == 0)                     //~ sum(min((d for d in range(2, i + 1) if i % d == 0), default=2) - 1 - (i in (2, 3, 5, 7)) for i in range(2, n))
            return d;                       //~ sum(i not in (2, 3, 5, 7) for i in range(2, n))
    }
    return i;                               //~ sum(i in (0, 1, 2, 3, 5, 7) for i in range(n))
}
int early_return(int n)
{
    int k = 0;                              //= 1
    for (int i = 0; i < n; i++)             //= 1
        k += first_divisor(i);              //= n
    if (n > 100)                            //= 1
        return k;                           //= 0
    return 0;                               //= 1
}

//# ends (n): 0 | 2 | 9
int ends(int n)
{
    for (int i = 0; i < 5; i++) {           //= 1
        assert(i < 5);                      //~ min(n + 1, 5)
        if (i == n)                         //~ min(n + 1, 5)
            exit(0);                        //~ n < 5
    }
    if (n == 9)                             //~ n >= 5
        return 0;                           //~ n == 9
    abort();                                //~ 0
}
