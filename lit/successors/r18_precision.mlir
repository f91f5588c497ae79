// RUN: lathe-opt %s --affinity --partition=strategy=user --cluster-precision | FileCheck %s
// RUN: lathe-opt %s --affinity --partition=strategy=user --cluster-precision='to=bf16 parts=p1' | FileCheck %s --check-prefix=ONE
// RUN: lathe-opt %s --affinity --partition=strategy=user --cluster-precision='to=bf16 parts=p1,main_p1' | FileCheck %s --check-prefix=ONE
// RUN: lathe-opt %s --affinity --partition=strategy=user --cluster-precision --cluster-verify | FileCheck %s
// RUN: lathe-opt %s --affinity --partition=strategy=user --cluster-precision='to=bf16 parts=p1' --cluster-verify | FileCheck %s --check-prefix=ONE
// RUN: not lathe-opt %s --affinity --partition=strategy=user --cluster-precision='parts=p7' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not lathe-opt %s --cluster-precision='to=i8' 2>&1 | FileCheck %s --check-prefix=TYPE

// NONE: no cluster has a part called 'p7'
// TYPE: no precision 'i8'; have f16 and bf16

module attributes {cluster.devices = [#cluster.target<"vm.0">, #cluster.target<"vm.1">]} {
  // CHECK: cluster.region "vm.{{[01]}}" (%[[A:.*]] = %{{.*}} : tensor<4xf32>) -> tensor<4xf32> {{.*}}constants = 8 : i64
  // CHECK: %[[N:.*]] = nn.convert %[[A]] {{.*}} : (tensor<4xf32>) -> tensor<4xf16>
  // CHECK: stablehlo.constant {{.*}} : tensor<4xf16>
  // CHECK: %[[S:.*]] = nn.add %[[N]], %{{.*}} : tensor<4xf16>
  // CHECK: %[[W:.*]] = nn.convert %[[S]] {{.*}} : (tensor<4xf16>) -> tensor<4xf32>
  // CHECK: cluster.yield %[[W]]
  // CHECK: nn.mul {{.*}} : tensor<4xf16>
  // ONE: nn.add {{.*}} : tensor<4xf32>
  // ONE: nn.mul {{.*}} : tensor<4xbf16>
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %c = stablehlo.constant dense<1.0> : tensor<4xf32>
    %0 = nn.add %a, %c {cluster.part = "p0"} : tensor<4xf32>
    %1 = nn.mul %0, %0 {cluster.part = "p1"} : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
