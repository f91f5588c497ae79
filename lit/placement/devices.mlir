// RUN: lathe-opt %s --affinity --partition --split-input-file --verify-diagnostics

// Devices in an attribute of the module: unknown properties, wrong values, and unknown devices.
// expected-error@+1 {{'builtin.module' op device 'vm' has the unknown property 'memry'; have allow, backend, bandwidth, compute, deny, launch, links, memory, peers, sram, sram_bandwidth, threads}}
module attributes {cluster.devices = [#cluster.target<"vm", {memry = 64}>]} {
  func.func @unknown(%x: tensor<4xf32>) { return }
}

// -----

// expected-error@+1 {{'builtin.module' op property 'memory' of device 'vm' must be a number of bytes above 0, but is "much"}}
module attributes {cluster.devices = [#cluster.target<"vm", {memory = "much"}>]} {
  func.func @wrong(%x: tensor<4xf32>) { return }
}

// -----

// expected-error@+1 {{'builtin.module' op property 'links' of device 'vm' must be a dictionary of bytes per second by device, but is [1]}}
module attributes {cluster.devices = [#cluster.target<"vm", {links = [1]}>]} {
  func.func @links(%x: tensor<4xf32>) { return }
}

// -----

// expected-error@+1 {{'builtin.module' op device 'vm' has a link to 'gpu', but the devices are 'vm'}}
module attributes {cluster.devices = [#cluster.target<"vm", {links = {gpu = 1.0e9}}>]} {
  func.func @stranger(%x: tensor<4xf32>) { return }
}

// -----

// The lists of a device are applied before the backend is queried.
module attributes {cluster.devices = [#cluster.target<"vm", {allow = ["stablehlo.*"], deny = ["stablehlo.add"]}>]} {
  func.func @lists(%x: tensor<4xf32>) {
    // expected-error@+2 {{'stablehlo.add' op is supported by no device}}
    // expected-note@+1 {{device 'vm' refuses it: the device's deny list contains 'stablehlo.add'}}
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    %1 = stablehlo.subtract %x, %x : tensor<4xf32>
    // expected-error@+2 {{'arith.addf' op is supported by no device}}
    // expected-note@+1 {{device 'vm' refuses it: the device's allow list does not contain 'arith.addf'}}
    %2 = arith.addf %x, %x : tensor<4xf32>
    return
  }
}

// -----

// expected-error@+1 {{'builtin.module' op device 'vm' has a link to itself}}
module attributes {cluster.devices = [#cluster.target<"vm", {links = {vm = 1.0e9}}>]} {
  func.func @self(%x: tensor<4xf32>) { return }
}

// -----

// expected-error@+1 {{'builtin.module' op property 'threads' of device 'vm' must be a number of threads from 1 to 4096, but is "many"}}
module attributes {cluster.devices = [#cluster.target<"vm", {threads = "many"}>]} {
  func.func @threads(%x: tensor<4xf32>) { return }
}

// -----

// expected-error@+1 {{'builtin.module' op property 'threads' of device 'vm' must be a number of threads from 1 to 4096, but is 0 : i64}}
module attributes {cluster.devices = [#cluster.target<"vm", {threads = 0}>]} {
  func.func @no_threads(%x: tensor<4xf32>) { return }
}

// -----

// The operations in a list must exist.
// expected-error@+3 {{the allow list of device 'vm' has 'add', but there is no such operation}}
// expected-error@+2 {{the deny list of device 'vm' has 'stablehlo.exp', but there is no such operation}}
// expected-error@+1 {{the deny list of device 'vm' has 'stabelhlo.*', but there is no such operation}}
module attributes {cluster.devices = [#cluster.target<"vm", {allow = ["stablehlo.a*", "add"], deny = ["stablehlo.exp", "stabelhlo.*", "arith.*"]}>]} {
  func.func @names(%x: tensor<4xf32>) {
    %0 = stablehlo.exponential %x : tensor<4xf32>
    return
  }
}

// -----

// The description of a device determines how it is opened: the backend decides what runs it, not the name.
// expected-error@+1 {{unknown backend 'vmm' of device 'fast'; have}}
module attributes {cluster.devices = [#cluster.target<"fast", {backend = "vmm"}>]} {
  func.func @backend(%x: tensor<4xf32>) { return }
}

// -----

module attributes {cluster.devices = [#cluster.target<"fast", {backend = "vm", threads = 2}>]} {
  func.func @opened(%x: tensor<4xf32>) { return }
}

// -----

// expected-error@+1 {{'builtin.module' op property 'allow' of device 'vm' must be a list of names of operations, but is []}}
module attributes {cluster.devices = [#cluster.target<"vm", {allow = []}>]} {
  func.func @nothing(%x: tensor<4xf32>) { return }
}

// -----

// expected-error@+1 {{'builtin.module' op property 'compute' of device 'vm' must be a number of operations per second, but is 1.000000e-310}}
module attributes {cluster.devices = [#cluster.target<"vm", {compute = 1.0e-310}>]} {
  func.func @tiny(%x: tensor<4xf32>) { return }
}
