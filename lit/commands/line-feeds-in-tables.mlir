// RUN: lathe query --devices=vm %s | FileCheck %s --check-prefix=QUERY
// RUN: lathe plan --devices=vm,ref %s | FileCheck %s --check-prefix=PLAN
// RUN: lathe explain --devices=vm,ref %s | FileCheck %s --check-prefix=MOVED
// RUN: lathe explain --devices=vm,ref %s '#3' | FileCheck %s --check-prefix=EXPLAIN
// RUN: lathe explain --devices=vm,ref --steps %s | FileCheck %s --check-prefix=STEPS
// RUN: lathe run --backend=vm --profile-all --cache-dir=%t %s 2>&1 | FileCheck %s --check-prefix=PROFILE
// RUN: lathe cache list --all --cache-dir=%t | FileCheck %s --check-prefix=CACHE
// RUN: lathe-opt --mlir-print-debuginfo --mlir-pretty-debuginfo %s | FileCheck %s --check-prefix=PRETTY

// Line feeds and tabs in locations and in the names of modules and functions do not start lines or cells of tables.
// QUERY: {{^}}%0 = stablehlo.add #3   vm      a\x0a\x09forged:1:2{{$}}
// QUERY-NEXT: {{^}}%1 = stablehlo.tanh #4  vm      n\x0aforged{{$}}
// PLAN: {{^}}@f\x0aforged: 2 operations
// MOVED: {{^}}a\x0a\x09forged:1:2: %0 = stablehlo.add #3 on ref{{$}}
// EXPLAIN: {{^}}%0 = stablehlo.add #3 in @f\x0aforged, a\x0a\x09forged:1:2{{$}}
// STEPS: {{^}}@f\x0aforged by contract: 0 steps{{$}}
// PROFILE: EXECUTED {{.*}} stablehlo.tanh n\x0aforged %1 #4
// PROFILE: OPTIMIZED_OUT {{.*}} with stablehlo.tanh n\x0aforged %1 #4
// CACHE: {{  }}@m\x0aforged{{$}}
// PRETTY: tensor<2xf32> a\x0a\x09forged:1:2{{$}}
module @"m\0Aforged" {
  func.func @"f\0Aforged"(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %x, %x {cluster.device = "ref"} : tensor<2xf32> loc("a\0A\09forged":1:2)
    %1 = stablehlo.tanh %0 : tensor<2xf32> loc("n\0Aforged")
    return %1 : tensor<2xf32>
  }
}
