// RUN: not lathe-opt %s --max-alias-parts=4294967295 --max-printed-parts=100 2>&1 | FileCheck %s
// RUN: not lathe-opt %s 2>&1 | FileCheck %s --check-prefix=READ

// Each type contains the previous type twice, so the text of the last type has 2^40 parts.
// CHECK: error: cannot print a type or attribute of more than 100 parts; --max-printed-parts=N of lathe-opt allows more
// READ: limit-print.mlir:[[#]]:8: error: replacing aliases gives a type or attribute with more than 1048576 parts; --max-alias-parts=N of lathe-opt allows more
!a0 = tuple<i32, i32>
!a1 = tuple<!a0, !a0>
!a2 = tuple<!a1, !a1>
!a3 = tuple<!a2, !a2>
!a4 = tuple<!a3, !a3>
!a5 = tuple<!a4, !a4>
!a6 = tuple<!a5, !a5>
!a7 = tuple<!a6, !a6>
!a8 = tuple<!a7, !a7>
!a9 = tuple<!a8, !a8>
!a10 = tuple<!a9, !a9>
!a11 = tuple<!a10, !a10>
!a12 = tuple<!a11, !a11>
!a13 = tuple<!a12, !a12>
!a14 = tuple<!a13, !a13>
!a15 = tuple<!a14, !a14>
!a16 = tuple<!a15, !a15>
!a17 = tuple<!a16, !a16>
!a18 = tuple<!a17, !a17>
!a19 = tuple<!a18, !a18>
!a20 = tuple<!a19, !a19>
!a21 = tuple<!a20, !a20>
!a22 = tuple<!a21, !a21>
!a23 = tuple<!a22, !a22>
!a24 = tuple<!a23, !a23>
!a25 = tuple<!a24, !a24>
!a26 = tuple<!a25, !a25>
!a27 = tuple<!a26, !a26>
!a28 = tuple<!a27, !a27>
!a29 = tuple<!a28, !a28>
!a30 = tuple<!a29, !a29>
!a31 = tuple<!a30, !a30>
!a32 = tuple<!a31, !a31>
!a33 = tuple<!a32, !a32>
!a34 = tuple<!a33, !a33>
!a35 = tuple<!a34, !a34>
!a36 = tuple<!a35, !a35>
!a37 = tuple<!a36, !a36>
!a38 = tuple<!a37, !a37>
!a39 = tuple<!a38, !a38>
!a40 = tuple<!a39, !a39>
func.func private @f(!a40)
