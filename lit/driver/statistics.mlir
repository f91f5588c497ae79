// Statistics are printed for each step of the pipeline, or as one total for each pass.
// RUN: lathe-opt %s -o %t --pass-pipeline='builtin.module(func.func(cse),inline,func.func(cse))' --mlir-pass-statistics 2>&1 | FileCheck %s
// RUN: lathe-opt %s -o %t --pass-pipeline='builtin.module(func.func(cse),inline,func.func(cse))' --mlir-pass-statistics --mlir-pass-statistics-display=list 2>&1 | FileCheck %s --check-prefix=LIST

// CHECK: ... Pass statistics report ...
// CHECK: {{^}}'func.func' Pipeline
// CHECK-NEXT: {{^}}  CSE
// CHECK-NEXT: {{^}}    (S) 2 num-cse'd
// CHECK: {{^}}'func.func' Pipeline
// CHECK-NEXT: {{^}}  CSE
// CHECK-NEXT: {{^}}    (S) 2 num-cse'd
// CHECK-NOT: Pipeline

// LIST: {{^}}CSE
// LIST-NEXT: {{^}}  (S) 4 num-cse'd
// LIST-NOT: CSE
func.func @f(%a: i32) -> i32 {
  %0 = call @g(%a) : (i32) -> i32
  %1 = call @g(%a) : (i32) -> i32
  %2 = arith.muli %a, %a : i32
  %3 = arith.muli %a, %a : i32
  %4 = arith.addi %0, %1 : i32
  %5 = arith.addi %2, %3 : i32
  %6 = arith.addi %4, %5 : i32
  return %6 : i32
}

func.func @g(%a: i32) -> i32 {
  %0 = arith.divsi %a, %a : i32
  %1 = arith.divsi %a, %a : i32
  %2 = arith.shli %0, %1 : i32
  return %2 : i32
}
