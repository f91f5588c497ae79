// RUN: lathe-opt --math-expand %s | FileCheck %s

// Functions of types that are wider than f64 or that have dynamic shapes are not expanded.

// CHECK-LABEL: func.func @wide
// CHECK-NEXT: math.sin %{{.*}} : f128
// CHECK-NEXT: math.tanh %{{.*}} : vector<4xf80>
// CHECK-NEXT: return
func.func @wide(%a: f128, %b: vector<4xf80>) -> (f128, vector<4xf80>) {
  %0 = math.sin %a : f128
  %1 = math.tanh %b : vector<4xf80>
  return %0, %1 : f128, vector<4xf80>
}

// CHECK-LABEL: func.func @dynamic
// CHECK-NEXT: math.exp %{{.*}} : tensor<?xf32>
// CHECK-NEXT: return
func.func @dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = math.exp %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}
