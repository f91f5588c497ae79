// A cluster must be directly in the body of a function.
// RUN: lathe-opt %s --cluster-outline --split-input-file --verify-diagnostics
// RUN: lathe-opt %s --cluster-inline --split-input-file --verify-diagnostics
// RUN: lathe-opt %s --cluster-verify=hand-made --split-input-file --verify-diagnostics

func.func @region(%p: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.if %p -> tensor<4xf32> {
    // expected-error@+1 {{'cluster.region' op must not be inside 'scf.if'}}
    %0 = cluster.region "vm" (%y = %x : tensor<4xf32>) -> tensor<4xf32> {
      %1 = stablehlo.negate %y : tensor<4xf32>
      cluster.yield %1 : tensor<4xf32>
    }
    scf.yield %0 : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @launch(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "stablehlo.if"(%p) ({
    // expected-error@+1 {{'cluster.launch' op must not be inside 'stablehlo.if'}}
    %0 = cluster.launch @f(%x) on "vm" : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %0 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func @cluster(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = cluster.region "vm" (%y = %x : tensor<4xf32>) -> tensor<4xf32> {
    // expected-error@+1 {{'cluster.region' op must not be inside a cluster}}
    %0 = cluster.region "vm" (%z = %y : tensor<4xf32>) -> tensor<4xf32> {
      cluster.yield %z : tensor<4xf32>
    }
    cluster.yield %0 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
