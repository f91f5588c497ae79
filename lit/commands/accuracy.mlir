// --accuracy=fast adds passes that change results within stated bounds. strict is the default.
// RUN: lathe run --print-pipeline --backend=vm --accuracy=fast %s | FileCheck %s --check-prefix=FAST
// RUN: lathe run --print-pipeline --backend=vm --property=accuracy=fast %s | FileCheck %s --check-prefix=FAST
// RUN: lathe run --print-pipeline --backend=vm --property=enable-passes=stablehlo-fold-batch-norm,stablehlo-choose-winograd %s | FileCheck %s --check-prefix=FAST
// RUN: lathe run --print-pipeline --backend=vm %s | FileCheck %s --check-prefix=STRICT
// RUN: lathe run --print-pipeline --backend=vm --accuracy=strict %s | FileCheck %s --check-prefix=STRICT
// RUN: lathe run --print-pipeline --backend=vm --accuracy=fast --property=disable-passes=stablehlo-fold-batch-norm,stablehlo-choose-winograd %s | FileCheck %s --check-prefix=STRICT
// RUN: not lathe run --accuracy=fast --property=accuracy=strict %s 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not lathe run --accuracy=exact %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not lathe run --property=accuracy=exact %s 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not lathe-opt %s --lower-to-kernels=accuracy=exact 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: lathe compile --backend=vm --accuracy=fast %s -o %t.lathe
// RUN: lathe run --property=accuracy=fast %t.lathe | FileCheck %s --check-prefix=RESULT
// RUN: not lathe run --accuracy=fast %t.lathe 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: not lathe run --property=accuracy=strict %t.lathe 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: lathe run --devices=vm,ref --accuracy=fast %s | FileCheck %s --check-prefix=RESULT

// FAST: cse,func.func(stablehlo-fold-batch-norm),mark-host-functions{{.*}}stablehlo-hoist-products,stablehlo-choose-winograd)
// STRICT: cse,mark-host-functions{{.*}}stablehlo-hoist-products),stablehlo-to-linalg
// TWICE: error: property 'accuracy' is given twice
// UNKNOWN: --accuracy must be one of "strict","fast"
// VALUE: error: property 'accuracy' {{.*}}strict, fast
// OPTION: accuracy must be 'strict' or 'fast', but got 'exact'
// RESULT: tensor<1x1x1x2xf32> {{\[\[\[\[}}8, 36{{\]\]\]\]}}
// COMPILED: error: --accuracy has no effect
// OTHER: error: property 'accuracy' cannot be 'strict': the program was compiled with 'fast'
func.func @main() -> tensor<1x1x1x2xf32> {
  %k = stablehlo.constant dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>
  %x = stablehlo.optimization_barrier %k : tensor<1x1x1x2xf32>
  %w = stablehlo.constant dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>
  %scale = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %offset = stablehlo.constant dense<[-6.0, -4.0]> : tensor<2xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x1x2xf32>
  %1 = stablehlo.broadcast_in_dim %scale, dims = [3] : (tensor<2xf32>) -> tensor<1x1x1x2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<1x1x1x2xf32>
  %3 = stablehlo.broadcast_in_dim %offset, dims = [3] : (tensor<2xf32>) -> tensor<1x1x1x2xf32>
  %4 = stablehlo.add %2, %3 : tensor<1x1x1x2xf32>
  return %4 : tensor<1x1x1x2xf32>
}
