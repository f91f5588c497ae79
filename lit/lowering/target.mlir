// RUN: lathe-opt %s --stablehlo-to-linalg --plan-buffers --linalg-to-kernels=target=avx2 | FileCheck %s --check-prefix=AVX2
// RUN: lathe-opt %s --stablehlo-to-linalg --plan-buffers --linalg-to-kernels=target=portable | FileCheck %s --check-prefix=PORTABLE
// RUN: not lathe-opt %s --stablehlo-to-linalg --plan-buffers --linalg-to-kernels=target=avx3 2>&1 | FileCheck %s --check-prefix=ERROR

// The length of vectors depends on the target.
// AVX2: kernel.lanes = 8 : i64
// PORTABLE: kernel.lanes = 4 : i64
// ERROR: error: {{.*}}expected a target, one of host, avx512, avx2, neon, portable, vm, but got 'avx3'
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.add %x, %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}
