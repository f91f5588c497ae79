// RUN: lathe-opt %s --canonicalize | FileCheck %s

// vector.extract reads the operands of a vector.insert. As in mlir-opt, this requires constant
// positions.

// CHECK-LABEL: func.func @same(
// CHECK-NEXT: return %arg0 : f32
func.func @same(%x: f32, %v: vector<4xf32>) -> f32 {
  %0 = vector.insert %x, %v[1] : f32 into vector<4xf32>
  %1 = vector.extract %0[1] : f32 from vector<4xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @disjoint(
// CHECK-NEXT: %0 = vector.extract %arg1[0] : vector<4xf32> from vector<4x4xf32>
// CHECK-NEXT: return %0 : vector<4xf32>
func.func @disjoint(%x: f32, %v: vector<4x4xf32>) -> vector<4xf32> {
  %0 = vector.insert %x, %v[1, 2] : f32 into vector<4x4xf32>
  %1 = vector.extract %0[0] : vector<4xf32> from vector<4x4xf32>
  return %1 : vector<4xf32>
}

// CHECK-LABEL: func.func @two(
// CHECK-NEXT: return %arg0 : f32
func.func @two(%x: f32, %y: f32, %v: vector<4xf32>) -> f32 {
  %0 = vector.insert %x, %v[1] : f32 into vector<4xf32>
  %1 = vector.insert %y, %0[2] : f32 into vector<4xf32>
  %2 = vector.extract %1[1] : f32 from vector<4xf32>
  return %2 : f32
}

// CHECK-LABEL: func.func @within(
// CHECK-NEXT: %0 = vector.extract %arg0[2] : f32 from vector<4xf32>
// CHECK-NEXT: return %0 : f32
func.func @within(%x: vector<4xf32>, %v: vector<4x4xf32>) -> f32 {
  %0 = vector.insert %x, %v[1] : vector<4xf32> into vector<4x4xf32>
  %1 = vector.extract %0[1, 2] : f32 from vector<4x4xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @partial(
// CHECK-NEXT: %0 = vector.insert %arg0, %arg1 [1, 2] : f32 into vector<4x4xf32>
// CHECK-NEXT: %1 = vector.extract %0[1] : vector<4xf32> from vector<4x4xf32>
// CHECK-NEXT: return %1 : vector<4xf32>
func.func @partial(%x: f32, %v: vector<4x4xf32>) -> vector<4xf32> {
  %0 = vector.insert %x, %v[1, 2] : f32 into vector<4x4xf32>
  %1 = vector.extract %0[1] : vector<4xf32> from vector<4x4xf32>
  return %1 : vector<4xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-NEXT: %0 = vector.insert %arg0, %arg1 [1, %arg2] : f32 into vector<4x4xf32>
// CHECK-NEXT: %1 = vector.extract %0[1, %arg3] : f32 from vector<4x4xf32>
// CHECK-NEXT: return %1 : f32
func.func @dynamic(%x: f32, %v: vector<4x4xf32>, %i: index, %j: index) -> f32 {
  %0 = vector.insert %x, %v[1, %i] : f32 into vector<4x4xf32>
  %1 = vector.extract %0[1, %j] : f32 from vector<4x4xf32>
  return %1 : f32
}

// The types of the inserted and the extracted value differ. mlir-opt 22 reports an error here.

// CHECK-LABEL: func.func @type(
// CHECK-NEXT: %0 = vector.insert %arg0, %arg1 [1] : f32 into vector<4xf32>
// CHECK-NEXT: %1 = vector.extract %0[1] : vector<1xf32> from vector<4xf32>
// CHECK-NEXT: return %1 : vector<1xf32>
func.func @type(%x: f32, %v: vector<4xf32>) -> vector<1xf32> {
  %0 = vector.insert %x, %v[1] : f32 into vector<4xf32>
  %1 = vector.extract %0[1] : vector<1xf32> from vector<4xf32>
  return %1 : vector<1xf32>
}
