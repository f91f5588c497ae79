// RUN: lathe-opt %s --split-input-file --verify-diagnostics --cluster-verify=hand-made

func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "vm"} {
  %0 = nn.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// expected-error@+1 {{@g is a copy of @f, but differs from it: 'nn.add'}}
func.func private @g(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "vm"} {
  %0 = nn.mul %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cluster.launch @f(%a) on "vm" {cluster.replicas = [@g]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "vm"} {
  return %a : tensor<4xf32>
}
func.func private @g(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "vm"} {
  return %a : tensor<4xf32>
}
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+2 {{lists @g as a copy a second time}}
  // expected-error@+1 {{is in a part with 2 replicas, so attribute cluster.replicas must list 1 copies of @f, but lists 2}}
  %0 = cluster.launch @f(%a) on "vm" {cluster.part = {replicas = 2}, cluster.replicas = [@g, @g]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "vm"} {
  return %a : tensor<4xf32>
}
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{attribute 'cluster.replicas' lists @f, which is the callee}}
  %0 = cluster.launch @f(%a) on "vm" {cluster.replicas = [@f]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error@+1 {{'func.func' op has attribute cluster.replicas, which only launches may have}}
func.func @main() attributes {cluster.replicas = [@f]} {
  return
}

// -----

func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "vm"} {
  return %a : tensor<4xf32>
}
func.func private @g(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "vm"} {
  return %a : tensor<4xf32>
}
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note@+1 {{the other launch}}
  %0 = cluster.launch @f(%a) on "vm" {cluster.replicas = [@g]} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{launches @g, which another launch lists as a copy}}
  %1 = cluster.launch @g(%0) on "vm" : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
