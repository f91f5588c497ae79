// A program on devices of several backends is not replicated on the unused devices, and a warning states
// this.
// RUN: lathe-opt --diag-style=rich %s --partition='strategy=memory saturate-host' 2>&1 | FileCheck %s
// CHECK: warning: 'func.func' op is not repeated as saturate-host requests: its partitions run on devices of several backends
// CHECK: help: list devices of one backend, or leave the option out
// CHECK-COUNT-2: instances = 1 : i64
module attributes {cluster.devices = [#cluster.target<"a", {backend = "vm"}>, #cluster.target<"b", {backend = "ref"}>, #cluster.target<"c", {backend = "vm"}>]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = nn.add %a, %a {cluster.device = "a"} : tensor<4xf32>
    %1 = nn.sub %0, %a {cluster.device = "b"} : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
