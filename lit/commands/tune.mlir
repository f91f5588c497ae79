// lathe tune measures other schedules and writes the faster ones. A run with these schedules has the same results.
// RUN: lathe tune --backend=vm --threads=1 --budget=0.2 -o %t.json %s | FileCheck %s --check-prefix=TABLE
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t.json
// RUN: lathe run --backend=vm --no-cache %s > %t.without
// RUN: lathe run --backend=vm --no-cache --tuning=%t.json %s > %t.with
// RUN: diff %t.without %t.with
// RUN: not lathe tune --backend=ref -o %t.ref %s 2>&1 | FileCheck %s --check-prefix=REF
// RUN: not lathe tune --budget=-1 -o %t.ref %s 2>&1 | FileCheck %s --check-prefix=BUDGET

// TABLE: key {{ *}}nest {{ *}}before {{ *}}after {{ *}}tried {{ *}}schedule
// TABLE: {{[0-9a-f]+ *}}contraction 40x96x32
// TABLE: comparison{{s?}} in {{.*}}; wrote {{[0-9]+}} schedule{{s?}} to
// FILE: {"schema": "lathe.tuning/1", "target": "vm vector=
// REF: error: backend 'ref' compiles no kernels that can be tuned
// REF: help: tune for a backend that compiles kernels, as with --backend=jit
// BUDGET: error: --budget must be more than 0 and at most 86400 seconds, but got -1
func.func @main(%a: tensor<40x32xf32>, %b: tensor<32x96xf32>) -> tensor<40x96xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<40x32xf32>, tensor<32x96xf32>) -> tensor<40x96xf32>
  return %0 : tensor<40x96xf32>
}
