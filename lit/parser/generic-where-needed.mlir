// An operation that its custom form cannot express is printed in generic form, which parses again.
// RUN: lathe-opt %s | lathe-opt | FileCheck %s

// Affine maps in text cannot contain the number -2^63.
// CHECK: affine_map<(d0) -> (d0 + (-9223372036854775807 - 1))>
// CHECK: affine_map<(d0) -> (d0 * (-9223372036854775807 - 1))>
// CHECK: affine_map<(d0)[s0] -> (d0 * (-9223372036854775807 - 1) + s0)>
// CHECK: affine_map<() -> ((-9223372036854775807 - 1))>

// CHECK: "ml_program.global"() <{is_mutable, sym_name = "g", type = i32}> : () -> ()
"ml_program.global"() <{is_mutable, sym_name = "g", type = i32}> : () -> ()

// In custom form, a list of types must not be empty.
// CHECK-LABEL: func.func @shapes
func.func @shapes() {
  // CHECK: "shape.shape_eq"() : () -> i1
  %0 = "shape.shape_eq"() : () -> i1
  // CHECK: "shape.cstr_eq"() : () -> !shape.witness
  %1 = "shape.cstr_eq"() : () -> !shape.witness
  return
}

// The parser creates the bodies of these operations only for scalars.
// CHECK-LABEL: func.func @vectors
func.func @vectors(%x: tensor<4xvector<4xf32>>) -> tensor<4xvector<4xf32>> {
  // CHECK: "linalg.sub"(%arg0, %arg0, %arg0)
  %0 = "linalg.sub"(%x, %x, %x) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%a: vector<4xf32>, %b: vector<4xf32>, %c: vector<4xf32>):
    %s = arith.subf %a, %b : vector<4xf32>
    linalg.yield %s : vector<4xf32>
  }) : (tensor<4xvector<4xf32>>, tensor<4xvector<4xf32>>, tensor<4xvector<4xf32>>) -> tensor<4xvector<4xf32>>
  // CHECK: "linalg.elementwise"(%arg0, %arg0)
  %1 = "linalg.elementwise"(%x, %x) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], kind = #linalg.elementwise_kind<exp>, operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%a: vector<4xf32>, %c: vector<4xf32>):
    %s = math.exp %a : vector<4xf32>
    linalg.yield %s : vector<4xf32>
  }) : (tensor<4xvector<4xf32>>, tensor<4xvector<4xf32>>) -> tensor<4xvector<4xf32>>
  return %1 : tensor<4xvector<4xf32>>
}

// CHECK-LABEL: func.func @least
func.func @least(%a: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0 - 9223372036854775807 - 1)>(%a)
  %1 = affine.apply affine_map<(d0) -> (d0 * (-9223372036854775807 - 1))>(%a)
  %2 = affine.apply affine_map<(d0)[s0] -> (s0 + d0 * (-9223372036854775807 - 1))>(%a)[%a]
  // CHECK: affine.for %{{.*}} = #{{.*}}() to 10
  affine.for %i = affine_map<() -> (-9223372036854775807 - 1)>() to 10 {
  }
  return %0 : index
}

// In custom form, the type of an operation with one type is the type of all its operands and results.
// CHECK-LABEL: func.func @compatible
func.func @compatible(%a: tensor<?xi32>) {
  // CHECK: "arith.muli"(%arg0, %arg0) <{{.*}}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<42xi32>
  %0 = "arith.muli"(%a, %a) : (tensor<?xi32>, tensor<?xi32>) -> tensor<42xi32>
  return
}
