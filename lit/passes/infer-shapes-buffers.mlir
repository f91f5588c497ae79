// RUN: lathe-opt %s --infer-shapes | FileCheck %s

// Only types of tensors are inferred; types of buffers and vectors are unchanged.

// CHECK: func.func @f(%arg0: memref<4xf32>, %arg1: vector<4xf32>)
// CHECK: memref.load %arg0{{.*}} : memref<4xf32>
// CHECK: arith.addf %arg1, %arg1 : vector<4xf32>
func.func @f(%m: memref<4xf32>, %v: vector<4xf32>) -> (f32, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<4xf32>
  %w = arith.addf %v, %v : vector<4xf32>
  return %x, %w : f32, vector<4xf32>
}
