// RUN: lathe-opt %s --snapshot-op-locations='filename=%t' --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: lathe-opt %s --snapshot-op-locations='filename=%t tag=snap' --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=TAG
// RUN: lathe-opt %s --snapshot-op-locations='filename=%t' -o %t.out
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t

// The location of each operation becomes its location in the written file.

// CHECK: func.func @f
// CHECK-NEXT: arith.addi %{{.*}} loc("{{.*}}":3:5)
// CHECK-NEXT: return %{{.*}} loc("{{.*}}":4:5)
// CHECK-NEXT: } loc("{{.*}}":2:3)
// TAG: arith.addi %{{.*}} loc(fused["old", "snap"("{{.*}}":3:5)])
// FILE: module {
// FILE-NEXT: func.func @f
// FILE-NEXT: %0 = arith.addi
func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32 loc("old")
  return %0 : i32
}
