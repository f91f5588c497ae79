// The fusion group of a nested operation applies to the operation that contains it.
// RUN: not lathe-opt %s --affinity='devices=ref.0,ref.1' --partition --split-input-file 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=CIRCLE < %t

// The first device refuses the second member, so it refuses the whole group.
// CHECK-LABEL: @inside
// CHECK-NOT: cluster.region "ref.0"
// CHECK: cluster.region "ref.1"
// CHECK-NOT: cluster.region
module attributes {cluster.devices = [#cluster.target<"ref.0", {deny = ["stablehlo.sine"]}>, #cluster.target<"ref.1">]} {
  func.func @inside(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
    %r = "stablehlo.if"(%p) ({
      %a = stablehlo.negate %x {cluster.group = "g"} : tensor<4xf32>
      stablehlo.return %a : tensor<4xf32>
    }, {
      stablehlo.return %x : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    %s = stablehlo.sine %r {cluster.group = "g"} : tensor<4xf32>
    return %s : tensor<4xf32>
  }
}

// -----

// Two groups in one operation are merged.
// CHECK-LABEL: @two
// CHECK-NOT: cluster.region "ref.0"
// CHECK: cluster.region "ref.1"
// CHECK-NOT: cluster.region
module attributes {cluster.devices = [#cluster.target<"ref.0", {deny = ["stablehlo.sine"]}>, #cluster.target<"ref.1">]} {
  func.func @two(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
    %b = stablehlo.abs %x {cluster.group = "h"} : tensor<4xf32>
    %r = "stablehlo.if"(%p) ({
      %a = stablehlo.negate %b {cluster.group = "g"} : tensor<4xf32>
      stablehlo.return %a : tensor<4xf32>
    }, {
      %a = stablehlo.negate %b {cluster.group = "h"} : tensor<4xf32>
      stablehlo.return %a : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    %s = stablehlo.sine %r {cluster.group = "g"} : tensor<4xf32>
    return %s : tensor<4xf32>
  }
}

// -----

// CIRCLE: error: 'stablehlo.if' op group 'g' cannot run as one unit, since it would wait for itself
module attributes {cluster.devices = [#cluster.target<"ref.0">, #cluster.target<"ref.1">]} {
  func.func @circle(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
    %r = "stablehlo.if"(%p) ({
      %a = stablehlo.negate %x {cluster.group = "g"} : tensor<4xf32>
      stablehlo.return %a : tensor<4xf32>
    }, {
      stablehlo.return %x : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    %b = stablehlo.abs %r {cluster.device = "ref.1"} : tensor<4xf32>
    %s = stablehlo.add %b, %r {cluster.group = "g"} : tensor<4xf32>
    return %s : tensor<4xf32>
  }
}
