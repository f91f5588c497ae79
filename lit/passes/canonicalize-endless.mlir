// RUN: lathe-opt %s --canonicalize | FileCheck %s

// Blocks that branch to each other forever have no end, so no branch is redirected past
// them.

// CHECK-LABEL: func.func @two(
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.br ^bb1
func.func @two() {
  cf.br ^a
^a:
  cf.br ^b
^b:
  cf.br ^a
}

// CHECK-LABEL: func.func @entered_in_two_places(
// CHECK: cf.cond_br %arg0, ^bb[[#A:]], ^bb[[#B:]]
func.func @entered_in_two_places(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^b
^a(%p: i32):
  cf.br ^b
^b:
  cf.br ^d
^d:
  cf.br ^a(%x : i32)
}

// CHECK-LABEL: func.func @switched(
// CHECK: cf.switch
func.func @switched(%c: i32) -> i32 {
  cf.switch %c : i32, [default: ^a, 1: ^b, 2: ^e]
^a:
  cf.br ^b
^b:
  cf.br ^a
^e:
  return %c : i32
}
