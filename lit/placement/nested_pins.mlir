// RUN: lathe-opt %s --affinity='devices=ref.0,ref.1' --split-input-file --verify-diagnostics | FileCheck %s

// A pin of a nested operation applies to the operation that contains it.
// CHECK-LABEL: @inside
// CHECK: "stablehlo.if"
// CHECK: stablehlo.negate {{.*}}{cluster.device = "ref.1"}
// CHECK: }) {cluster.device = "ref.1"} :
func.func @inside(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "stablehlo.if"(%p) ({
    %a = stablehlo.negate %x {cluster.device = "ref.1"} : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A nested operation with a fixed pin also fixes the operation that contains it.
// CHECK-LABEL: @fixed
// CHECK: }) {cluster.device = "ref.1", cluster.pin} :
func.func @fixed(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "stablehlo.if"(%p) ({
    %a = stablehlo.negate %x {cluster.device = "ref.1", cluster.pin} : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A call is on the device to which the called function is pinned, at any depth of calls.
// CHECK-LABEL: @main
// CHECK: call @f({{.*}}) {cluster.device = "ref.1"}
func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.negate %x {cluster.device = "ref.1"} : tensor<4xf32>
  return %a : tensor<4xf32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = func.call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %a : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

func.func @stranger(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "stablehlo.if"(%p) ({
    // expected-error@+1 {{'stablehlo.negate' op is pinned to device 'gpu', but the devices are 'ref.0', 'ref.1'}}
    %a = stablehlo.negate %x {cluster.device = "gpu"} : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// There is one error, although the function is called twice.
func.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'stablehlo.negate' op is pinned to device 'gpu', but the devices are 'ref.0', 'ref.1'}}
  %a = stablehlo.negate %x {cluster.device = "gpu"} : tensor<4xf32>
  return %a : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = func.call @callee(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %b = func.call @callee(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @two_inside(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'stablehlo.if' op is placed on one device with all operations that it contains, but these are pinned to device 'ref.1' and to device 'ref.0'}}
  %r = "stablehlo.if"(%p) ({
    // expected-note@+1 {{to 'ref.1' by the attribute cluster.device of 'stablehlo.negate' %a inside}}
    %a = stablehlo.negate %x {cluster.device = "ref.1"} : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }, {
    // expected-note@+1 {{to 'ref.0' by the attribute cluster.device of 'stablehlo.abs' %a inside}}
    %a = stablehlo.abs %x {cluster.device = "ref.0"} : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @against_its_own(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+2 {{'stablehlo.if' op is placed on one device with all operations that it contains, but these are pinned to device 'ref.0' and to device 'ref.1'}}
  // expected-note@+1 {{to 'ref.0' by its attribute cluster.device}}
  %r = "stablehlo.if"(%p) ({
    // expected-note@+1 {{to 'ref.1' by the attribute cluster.device of 'stablehlo.negate' %a inside}}
    %a = stablehlo.negate %x {cluster.device = "ref.1"} : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) {cluster.device = "ref.0"} : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Members of a fusion group that are pinned to different devices give one error.
func.func @group(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.abs %x {cluster.group = "g"} : tensor<4xf32>
  // expected-error@+2 {{'stablehlo.negate' op is in group 'g', which is placed on one device, but members of the group are pinned to device 'ref.0' and to device 'ref.1'}}
  // expected-note@+1 {{to 'ref.0' by its attribute cluster.device}}
  %b = stablehlo.negate %a {cluster.group = "g", cluster.device = "ref.0"} : tensor<4xf32>
  // expected-note@+1 {{to 'ref.1' by its attribute cluster.device}}
  %c = stablehlo.negate %b {cluster.group = "g", cluster.device = "ref.1"} : tensor<4xf32>
  %d = stablehlo.abs %c {cluster.group = "g", cluster.device = "ref.0"} : tensor<4xf32>
  return %d : tensor<4xf32>
}
