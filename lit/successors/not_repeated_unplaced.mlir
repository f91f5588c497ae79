// An operation that no device accepts does not suppress the warning that a program is not repeated. A function without
// operations gets no such warning.
// RUN: lathe-opt %s --partition='strategy=memory saturate-host' 2>&1 | FileCheck %s
// CHECK: warning: 'func.func' op is not repeated as saturate-host requests: its partitions run on devices of several backends
// CHECK-NOT: warning:
// CHECK: @main
module attributes {cluster.devices = [#cluster.target<"a", {backend = "vm"}>, #cluster.target<"b", {backend = "ref"}>]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = nn.add %a, %a {cluster.device = "a"} : tensor<4xf32>
    %1 = nn.sub %0, %a {cluster.device = "b"} : tensor<4xf32>
    %2 = nn.add %1, %a {cluster.unplaced = "no device accepts it"} : tensor<4xf32>
    return %2 : tensor<4xf32>
  }
  func.func @empty(%a: tensor<4xf32>) -> tensor<4xf32> {
    return %a : tensor<4xf32>
  }
}
