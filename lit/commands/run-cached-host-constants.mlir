// Operations that the host runs may have constants as attributes. A program from the cache has them
// too.

// RUN: lathe run --backend=vm --cache-dir=%t.cache %s | FileCheck %s
// RUN: lathe run --backend=vm --cache-dir=%t.cache %s | FileCheck %s
// RUN: lathe run --backend=jit --cache-dir=%t.cache %s | FileCheck %s
// RUN: lathe run --backend=jit --cache-dir=%t.cache %s | FileCheck %s

// CHECK{LITERAL}: tensor<3xi32> [2, 4, 6]
func.func @main() -> tensor<3xi32> {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %y = stablehlo.add %x, %x : tensor<3xi32>
  check.expect_eq_const %y, dense<[2, 4, 6]> : tensor<3xi32>
  return %y : tensor<3xi32>
}
