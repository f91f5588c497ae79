// RUN: lathe-opt %s --allow-unregistered-dialect --stablehlo-to-linalg --plan-buffers --mlir-print-op-generic --split-input-file | FileCheck %s

// The last result is written to the output. The operations before it share one offset
// of the arena, since each result is read for the last time by the next operation.
// CHECK-LABEL: memref<256xf32>, memref<64xf32>, memref<1024xi8>
// CHECK-SAME: sym_name = "chain"
// CHECK: "memref.view"(%{{.*}}, %{{.*}}) : (memref<1024xi8>, index) -> memref<256xf32>
// CHECK-NOT: "memref.view"
// CHECK: kernel.host, kernel.results = 1 : i64
func.func @chain(%x: tensor<256xf32>) -> tensor<64xf32> {
  %0 = stablehlo.exponential %x : tensor<256xf32>
  %1 = stablehlo.negate %0 : tensor<256xf32>
  %2 = stablehlo.sqrt %1 : tensor<256xf32>
  %3 = stablehlo.slice %2 [0:64] : (tensor<256xf32>) -> tensor<64xf32>
  return %3 : tensor<64xf32>
}

// -----

// A function that needs no memory except its arguments has no arena. An argument that the
// function returns is copied.
// CHECK-LABEL: function_type = (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
// CHECK-COUNT-2: "linalg.generic"
// CHECK: return
func.func @no_arena(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %x, %0 : tensor<4xf32>, tensor<4xf32>
}
