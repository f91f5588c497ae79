// A run of a program from the cache or from a file fails with the same text as the run that compiled the program.
// RUN: rm -rf %t.cache
// RUN: not lathe run %s --backend=vm --cache-dir=%t.cache 2> %t.first
// RUN: FileCheck %s --input-file=%t.first
// RUN: not lathe run %s --backend=vm --cache-dir=%t.cache 2>&1 | diff %t.first -
// RUN: lathe compile %s --backend=vm -o %t.lathe
// RUN: not lathe run %t.lathe 2>&1 | FileCheck %s --check-prefix=EXPORTED

// CHECK: run-cached-errors.mlir:[[#@LINE+5]]:3: error: 'check.expect_eq' op failed on device 'vm': 'check.expect_eq' op expected
// EXPORTED: error: 'check.expect_eq' op #4 failed on device 'vm': 'check.expect_eq' op expected
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<1000.0> : tensor<2xf32>
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  check.expect_eq %0, %c : tensor<2xf32>
  return %0 : tensor<2xf32>
}
