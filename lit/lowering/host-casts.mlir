// RUN: lathe-opt --linalg-to-kernels %s | FileCheck %s

// A cast on the host may have no operands, or several.

// CHECK-LABEL: func.func @main
// CHECK: builtin.unrealized_conversion_cast to memref<4xf32>
// CHECK: builtin.unrealized_conversion_cast %{{.*}}, %{{.*}} : memref<4xf32>, memref<4xf32> to memref<4xf32>, memref<4xf32>
func.func @main(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) attributes {kernel.host, kernel.results = 2 : i64} {
  %0 = builtin.unrealized_conversion_cast to memref<4xf32>
  memref.copy %0, %b : memref<4xf32> to memref<4xf32>
  %1:2 = builtin.unrealized_conversion_cast %a, %0 : memref<4xf32>, memref<4xf32> to memref<4xf32>, memref<4xf32>
  memref.copy %1#1, %c : memref<4xf32> to memref<4xf32>
  return
}
