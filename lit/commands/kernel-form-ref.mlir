// The interpreter does not run kernel form, whose results are buffers.
// RUN: not lathe run --backend=ref %s 2>&1 | FileCheck %s --check-prefix=REF
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// REF: error: 'ref' does not run kernel form
// REF: help: run it with --backend=vm
// CHECK: tensor<4xf32>
func.func @main(%x: memref<4xf32>, %o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  memref.copy %x, %o : memref<4xf32> to memref<4xf32>
  return
}
