#ifndef __SAD_STDATOMIC_H
#define __SAD_STDATOMIC_H
typedef enum { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst } memory_order;
typedef struct { _Bool __value; } atomic_flag;
#define ATOMIC_FLAG_INIT {0}
#define ATOMIC_VAR_INIT(value) (value)
#define kill_dependency(value) (value)
typedef _Atomic _Bool atomic_bool;
typedef _Atomic char atomic_char;
typedef _Atomic signed char atomic_schar;
typedef _Atomic unsigned char atomic_uchar;
typedef _Atomic short atomic_short;
typedef _Atomic unsigned short atomic_ushort;
typedef _Atomic int atomic_int;
typedef _Atomic unsigned int atomic_uint;
typedef _Atomic long atomic_long;
typedef _Atomic unsigned long atomic_ulong;
typedef _Atomic long long atomic_llong;
typedef _Atomic unsigned long long atomic_ullong;
typedef _Atomic unsigned long atomic_size_t;
typedef _Atomic long atomic_ptrdiff_t;
typedef _Atomic long atomic_intptr_t;
typedef _Atomic unsigned long atomic_uintptr_t;
typedef _Atomic long atomic_intmax_t;
typedef _Atomic unsigned long atomic_uintmax_t;
typedef _Atomic long atomic_int_fast32_t;
typedef _Atomic unsigned long atomic_uint_fast32_t;
typedef _Atomic int atomic_int_least32_t;
typedef _Atomic unsigned int atomic_uint_least32_t;
typedef _Atomic long atomic_int_fast64_t;
typedef _Atomic unsigned long atomic_uint_fast64_t;
typedef _Atomic long atomic_int_least64_t;
typedef _Atomic unsigned long atomic_uint_least64_t;
void atomic_init();
void atomic_store();
void atomic_store_explicit();
void atomic_thread_fence();
void atomic_signal_fence();
void atomic_flag_clear();
void atomic_flag_clear_explicit();
long atomic_load();
long atomic_load_explicit();
long atomic_exchange();
long atomic_exchange_explicit();
long atomic_compare_exchange_strong();
long atomic_compare_exchange_strong_explicit();
long atomic_compare_exchange_weak();
long atomic_compare_exchange_weak_explicit();
long atomic_flag_test_and_set();
long atomic_flag_test_and_set_explicit();
long atomic_is_lock_free();
long atomic_fetch_add();
long atomic_fetch_add_explicit();
long atomic_fetch_sub();
long atomic_fetch_sub_explicit();
long atomic_fetch_or();
long atomic_fetch_or_explicit();
long atomic_fetch_and();
long atomic_fetch_and_explicit();
long atomic_fetch_xor();
long atomic_fetch_xor_explicit();
#endif
