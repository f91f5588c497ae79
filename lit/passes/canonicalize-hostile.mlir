// RUN: lathe-opt %s --canonicalize | FileCheck %s

// Very large extents are not expanded to lists, and operands that a fold has removed are not accessed.

// CHECK-LABEL: @rank
// CHECK: shape.rank
func.func @rank(%x: tensor<4611686018427387904xindex>) -> index {
  %0 = shape.rank %x : tensor<4611686018427387904xindex> -> index
  return %0 : index
}

// CHECK-LABEL: @assuming
// CHECK: shape.assuming_all %{{.*}}, %{{.*}}
func.func @assuming(%a: i1, %b: i1) -> !shape.witness {
  %0 = shape.const_witness true
  %1 = shape.cstr_require %a, "a"
  %2 = shape.cstr_require %b, "b"
  %3 = shape.assuming_all %0, %1, %2
  return %3 : !shape.witness
}

// In a graph region, an affine.apply may depend on itself. It is not composed forever. The same
// holds for an affine.min.

// CHECK: %[[A:.*]] = affine.apply #{{.*}}()[%[[B:.*]]]
// CHECK-NEXT: %[[B]] = affine.apply #{{.*}}()[%[[A]]]
// CHECK-NEXT: %[[C:.*]] = affine.apply #{{.*}}()[%[[A]]]
// CHECK-NEXT: "test.use"(%[[C]])
%a = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%b]
%b = affine.apply affine_map<()[s0] -> (s0 + 2)>()[%a]
%c = affine.apply affine_map<()[s0] -> (s0 + 3)>()[%a]
"test.use"(%c) : (index) -> ()

// CHECK-COUNT-3: affine.min
// CHECK-NEXT: "test.use"
%d = affine.min affine_map<()[s0] -> (s0, 5)>()[%e]
%e = affine.min affine_map<()[s0] -> (s0, 6)>()[%d]
%f = affine.min affine_map<()[s0] -> (s0, 7)>()[%d]
"test.use"(%f) : (index) -> ()
