// Flags that affect only the run are errors with flags that print something instead.
// RUN: not lathe run %s --emit=mlir --output=%t.d 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not lathe run %s --emit=mlir --trace=%t.trace 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: not lathe run %s --emit=mlir --kernels=%t.k 2>&1 | FileCheck %s --check-prefix=KERNELS
// RUN: not lathe run %s --emit=mlir --bench=3 2>&1 | FileCheck %s --check-prefix=BENCH
// RUN: not lathe run %s --print-pipeline --emit=mlir 2>&1 | FileCheck %s --check-prefix=EMIT
// RUN: not lathe run %s --print-pipeline --input=%t.npy 2>&1 | FileCheck %s --check-prefix=INPUT

// With --bench, the results are written too.
// RUN: rm -rf %t.d
// RUN: lathe run %s --no-cache --bench=2 -o %t.d | FileCheck %s --check-prefix=TIMES
// RUN: lathe run %s --no-cache --input=%t.d/out0.npy | FileCheck %s --check-prefix=RESULT

// OUTPUT: error: --output has no effect with --emit
// OUTPUT-NEXT: help: omit it, or omit --emit
// TRACE: error: --trace has no effect with --emit
// KERNELS: error: --kernels has no effect with --emit
// BENCH: error: --bench has no effect with --emit
// EMIT: error: --emit has no effect with --print-pipeline
// INPUT: error: --input has no effect with --print-pipeline
// TIMES: "runs":2
// RESULT: tensor<2xf32>
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
