// RUN: not lathe run --no-cache --backend=ref %s 2>&1 | FileCheck %s
// RUN: not lathe run --no-cache --backend=vm %s 2>&1 | FileCheck %s
// RUN: not lathe run --no-cache --backend=jit %s 2>&1 | FileCheck %s

// A Wildcard may have effects, so a program with a Wildcard does not run even if no operation uses its result.
// CHECK: wildcard.mlir:8:8: error: 'onednn_graph.Wildcard' op {{is unsupported by the interpreter|cannot be lowered to kernels}}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = onednn_graph.Wildcard(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %x : tensor<2xf32>
}
