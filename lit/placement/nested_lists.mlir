// RUN: lathe-opt %s --affinity --split-input-file --verify-diagnostics | FileCheck %s

// If a device denies an operation, it also refuses operations that contain this operation.
// CHECK-LABEL: @denied
// CHECK: "stablehlo.if"
// CHECK: }) {cluster.device = "ref.1"} :
module attributes {cluster.devices = [#cluster.target<"ref.0", {deny = ["stablehlo.negate"]}>, #cluster.target<"ref.1">]} {
  func.func @denied(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
    %r = "stablehlo.if"(%p) ({
      %a = stablehlo.negate %x : tensor<4xf32>
      stablehlo.return %a : tensor<4xf32>
    }, {
      stablehlo.return %x : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module attributes {cluster.devices = [#cluster.target<"ref.0", {deny = ["stablehlo.negate"]}>]} {
  func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    %a = stablehlo.negate %x : tensor<4xf32>
    return %a : tensor<4xf32>
  }
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error@+2 {{'func.call' op is supported by no device}}
    // expected-note@+1 {{device 'ref.0' refuses it: 'stablehlo.negate' %a in @f: the device's deny list contains 'stablehlo.negate'}}
    %a = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %a : tensor<4xf32>
  }
}

// -----

// An allow list need not have the terminators of regions, nor constants.
// CHECK-LABEL: @allowed
// CHECK: }) {cluster.device = "ref.0"} :
module attributes {cluster.devices = [#cluster.target<"ref.0", {allow = ["stablehlo.if", "stablehlo.add"]}>, #cluster.target<"ref.1">]} {
  func.func @allowed(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
    %r = "stablehlo.if"(%p) ({
      %c = stablehlo.constant dense<1.0> : tensor<4xf32>
      %a = stablehlo.add %x, %c : tensor<4xf32>
      stablehlo.return %a : tensor<4xf32>
    }, {
      stablehlo.return %x : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module attributes {cluster.devices = [#cluster.target<"ref.0", {allow = ["stablehlo.if"]}>]} {
  func.func @not_allowed(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error@+2 {{'stablehlo.if' op is supported by no device}}
    // expected-note@+1 {{device 'ref.0' refuses it: 'stablehlo.negate' %a inside: the device's allow list does not contain 'stablehlo.negate'}}
    %r = "stablehlo.if"(%p) ({
      %a = stablehlo.negate %x : tensor<4xf32>
      stablehlo.return %a : tensor<4xf32>
    }, {
      stablehlo.return %x : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
}
