"""Listings as objdump prints them, of loops whose costs can be told by hand."""

from __future__ import annotations

HEAD = "\nx.o:     file format elf64-x86-64\n\n\nDisassembly of section .text:\n\n"

SUM = (
    HEAD
    + """\
0000000000000000 <total_>:
total_():
/w/total.f:1
   0:\tmov    (%rdi),%eax
/w/total.f:5
   2:\ttest   %eax,%eax
   4:\tjle    30 <total_+0x30>
   6:\tlea    0x8(%rsi,%rax,8),%rdi
/w/total.f:4
   b:\tpxor   %xmm0,%xmm0
   f:\tnop
/w/total.f:6
  10:\tmovsd  (%rsi),%xmm1
  14:\tadd    $0x8,%rsi
  18:\tmulsd  0x0(%rip),%xmm1        # 20 <total_+0x20>
\t\t\t1c: R_X86_64_PC32\t.LC0-0x4
  20:\taddsd  %xmm1,%xmm0
/w/total.f:5 (discriminator 2)
  24:\tcmp    %rdi,%rsi
  27:\tjne    10 <total_+0x10>
/w/total.f:8
  29:\tmovsd  %xmm0,(%rdx)
  2d:\tret
  2e:\txchg   %ax,%ax
  30:\tpxor   %xmm0,%xmm0
  34:\tjmp    29 <total_+0x29>
"""
)
"""S = 0; DO I = 1, N: S = S + 2*X(I), in a loop at address 10."""

SUM_SOURCE = """\
      SUBROUTINE TOTAL(N, X, S)
      INTEGER N, I
      DOUBLE PRECISION X(N), S
      S = 0.0D0
      DO 10 I = 1, N
         S = S + 2.0D0*X(I)
   10 CONTINUE
      END
"""

SCALE = (
    HEAD
    + """\
0000000000000000 <scale_>:
scale_():
/w/scale.f:4
   0:\tmov    (%rdi),%eax
   2:\ttest   %eax,%eax
   4:\tjle    60 <scale_+0x60>
   6:\tcmp    $0x1,%eax
   9:\tje     50 <scale_+0x50>
   b:\tmov    %eax,%edi
   d:\txor    %ecx,%ecx
   f:\tshr    %edi
  11:\tshl    $0x4,%rdi
/w/scale.f:5
  20:\tmovupd (%rsi,%rcx,1),%xmm1
  25:\taddpd  %xmm1,%xmm1
  29:\tmovups %xmm1,(%rsi,%rcx,1)
  2d:\tadd    $0x10,%rcx
  31:\tcmp    %rcx,%rdi
  34:\tjne    20 <scale_+0x20>
/w/scale.f:4
  36:\tmov    %eax,%ecx
  38:\tand    $0xfffffffe,%ecx
  3b:\ttest   $0x1,%al
  3d:\tje     60 <scale_+0x60>
/w/scale.f:5
  50:\tmovslq %ecx,%rcx
  53:\tmovsd  (%rsi,%rcx,8),%xmm0
  58:\taddsd  %xmm0,%xmm0
  5c:\tmovsd  %xmm0,(%rsi,%rcx,8)
/w/scale.f:7
  60:\tret
"""
)
"""DO I = 1, N: X(I) = X(I) + X(I), two iterations at once and one left over."""

SCALE_SOURCE = """\
      SUBROUTINE SCALE(N, X)
      INTEGER N, I
      DOUBLE PRECISION X(N)
      DO 10 I = 1, N
         X(I) = X(I) + X(I)
   10 CONTINUE
      END
"""

PREFIX = (
    HEAD
    + """\
0000000000000000 <prefix_>:
  10:\tmovsd  -0x10(%rsi,%rax,8),%xmm0
  16:\taddsd  (%rdx,%rax,8),%xmm0
  1b:\tmovsd  %xmm0,(%rsi,%rax,8)
  20:\tadd    $0x1,%rax
  24:\tcmp    %rax,%rdi
  27:\tjne    10 <prefix_>
  29:\tret
"""
)
"""x[i] = x[i - 2] + y[i]: what is stored is loaded two iterations later."""

NESTED = (
    HEAD
    + """\
0000000000000000 <rows_>:
   0:\txor    %ecx,%ecx
  10:\tpxor   %xmm0,%xmm0
  14:\txor    %eax,%eax
  20:\taddsd  (%rsi,%rax,8),%xmm0
  25:\tadd    $0x1,%rax
  29:\tcmp    %rax,%rdi
  2c:\tjne    20 <rows_+0x20>
  2e:\tmovsd  %xmm0,(%rdx,%rcx,8)
  33:\tadd    $0x1,%rcx
  37:\tcmp    %rcx,%rdi
  3a:\tjne    10 <rows_+0x10>
  3c:\tret
"""
)
"""A sum that starts anew for every row; without its second line, one that goes on."""
