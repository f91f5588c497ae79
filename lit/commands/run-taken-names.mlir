// Lowering must not give kernels and constants the names of symbols of the program. Operations of
// the module that are not functions are not part of exported programs.

// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s
// RUN: lathe compile --backend=vm -o %t.lathe %s
// RUN: lathe run %t.lathe | FileCheck %s
// RUN: lathe run --backend=vm --cache-dir=%t.cache %s
// RUN: lathe run --backend=vm --cache-dir=%t.cache %s 2>&1 | FileCheck %s --implicit-check-not=warning

// CHECK{LITERAL}: tensor<3xf32> [1, 3.5, 5]
sdy.mesh @constant_0 = <["x"=2]>
func.func @k0() -> tensor<3xf32> {
  %x = stablehlo.iota dim = 0 : tensor<3xf32>
  %c = stablehlo.constant dense<[1.0, 2.5, 3.0]> : tensor<3xf32>
  %0 = stablehlo.add %x, %c : tensor<3xf32>
  return %0 : tensor<3xf32>
}
