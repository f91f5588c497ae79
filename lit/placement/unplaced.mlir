// RUN: lathe-opt %s --partition --split-input-file --verify-diagnostics

func.func @no_device(%x: i32) -> i32 {
  // expected-error@+1 {{'arith.addi' op has no device; run --affinity first, or give it the attribute cluster.device}}
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}

// -----

module attributes {cluster.devices = [#cluster.target<"A">]} {
  func.func @not_listed(%x: i32) -> i32 {
    // expected-error@+1 {{'arith.addi' op is to run on device 'B', but the module lists A}}
    %0 = arith.addi %x, %x {cluster.device = "B"} : i32
    return %0 : i32
  }
}
