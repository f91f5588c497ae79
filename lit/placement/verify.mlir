// RUN: lathe-opt %s --cluster-verify --split-input-file --verify-diagnostics

module attributes {cluster.devices = [#cluster.target<"A">]} {
  func.func @devices(%x: i32) -> i32 attributes {cluster.ops = 1} {
    // expected-error@+1 {{'cluster.region' op runs on device 'B', which the module's attribute cluster.devices does not list}}
    %r = cluster.region "B" (%y = %x : i32) -> i32 {
      // expected-error@+1 {{'arith.addi' op is for device 'A', but is in a cluster on 'B'}}
      %0 = arith.addi %y, %y {cluster.device = "A"} : i32
      cluster.yield %0 : i32
    }
    return %r : i32
  }
}

// -----

// expected-error@+1 {{'func.func' op @count had 2 operations before it was divided, not counting constants, but its clusters have 1}}
func.func @count(%x: i32) -> i32 attributes {cluster.ops = 2} {
  %r = cluster.region "A" (%y = %x : i32) -> i32 {
    %0 = arith.addi %y, %y : i32
    cluster.yield %0 : i32
  }
  return %r : i32
}

// -----

func.func @outside(%x: i32) -> i32 attributes {cluster.ops = 1} {
  %r = cluster.region "A" (%y = %x : i32) -> i32 {
    %0 = arith.addi %y, %y : i32
    cluster.yield %0 : i32
  }
  // expected-error@+1 {{'arith.muli' op is in no cluster}}
  %s = arith.muli %r, %r : i32
  return %s : i32
}

// -----

// expected-error@+1 {{'func.func' op @unused is a cluster that no operation launches}}
func.func private @unused(%x: i32) -> i32 attributes {cluster.device = "A"} {
  return %x : i32
}

// -----

module attributes {cluster.devices = [#cluster.target<"A", {memory = 31}>]} {
  // expected-error@+1 {{'func.func' op @memory needs 32 bytes of constants on device 'A', which holds 31}}
  func.func @memory(%x: tensor<8xf32>) -> tensor<8xf32> attributes {cluster.ops = 1} {
    %r = cluster.region "A" (%y = %x : tensor<8xf32>) -> tensor<8xf32> {
      %k = arith.constant dense<1.0> : tensor<8xf32>
      %0 = arith.addf %y, %k : tensor<8xf32>
      cluster.yield %0 : tensor<8xf32>
    }
    return %r : tensor<8xf32>
  }
}
