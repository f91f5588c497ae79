// RUN: lathe-opt %s --affinity='devices=vm,ref' --split-input-file --verify-diagnostics
// RUN: lathe-opt %s --affinity='devices=vm,ref rules={pin symbol @main to ref}' --split-input-file --verify-diagnostics

// expected-error@+1 {{'func.func' op has attribute cluster.device, which only operations inside of functions may have}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "gpu"} {
  %a = stablehlo.negate %x : tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

// expected-error@+1 {{'builtin.module' op has attribute cluster.device, which only operations inside of functions may have}}
module attributes {cluster.device = "vm"} {
  // expected-error@+1 {{'func.func' op has attribute cluster.device, which only operations inside of functions may have}}
  func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "vm"} {
    %a = stablehlo.negate %x : tensor<4xf32>
    return %a : tensor<4xf32>
  }
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %a = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %a : tensor<4xf32>
  }
}
