// With no-repair, operations of a fusion group can be in different clusters. Then there is a warning.
// RUN: lathe-opt --diag-style=rich %s --split-input-file --partition=no-repair 2>&1 | FileCheck %s
// RUN: lathe-opt --diag-style=rich %s --split-input-file --partition='no-repair allow-split' 2>&1 | FileCheck %s --check-prefix=SPLIT

// CHECK: :[[#@LINE+6]]:10: warning: 'stablehlo.multiply' op is in fusion group 'g', but not in the same cluster as %0: no-repair ignores fusion groups
// CHECK: help: leave out no-repair: fusion groups then stay together
// SPLIT: :[[#@LINE+4]]:10: warning: 'stablehlo.multiply' op is in fusion group 'g'
module attributes {cluster.devices = [#cluster.target<"a">, #cluster.target<"b">]} {
  func.func @apart(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.add %x, %x {cluster.device = "a", cluster.group = "g"} : tensor<4xf32>
    %1 = stablehlo.multiply %x, %x {cluster.device = "a", cluster.group = "g"} : tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
}

// -----

// CHECK: :[[#@LINE+5]]:10: warning: 'stablehlo.multiply' op is in fusion group 'g'
// SPLIT-NOT: warning:
module attributes {cluster.devices = [#cluster.target<"a">, #cluster.target<"b">]} {
  func.func @devices(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x {cluster.device = "a", cluster.group = "g"} : tensor<4xf32>
    %1 = stablehlo.multiply %0, %x {cluster.device = "b", cluster.group = "g"} : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}

// -----

// CHECK-NOT: warning:
module attributes {cluster.devices = [#cluster.target<"a">, #cluster.target<"b">]} {
  func.func @together(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x {cluster.device = "a", cluster.group = "g"} : tensor<4xf32>
    %1 = stablehlo.multiply %0, %x {cluster.device = "a", cluster.group = "g"} : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
