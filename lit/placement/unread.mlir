// Attributes about devices are applied, or there is a warning that they have no effect: pins on constants and
// terminators, pins in functions that no operation calls, candidates that are not devices, and
// parts that the strategy does not read.
// RUN: lathe-opt %s --affinity='devices=ref.0,ref.1' --split-input-file --verify-diagnostics | FileCheck %s

// A constant is placed with its readers.
// CHECK-LABEL: @constants
func.func @constants(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-warning@+1 {{'stablehlo.constant' op is a constant for device 'ref.1', but its reader is on device 'ref.0'}}
  %a = stablehlo.constant {cluster.device = "ref.1"} dense<1.0> : tensor<4xf32>
  %obeyed = stablehlo.constant {cluster.device = "ref.1"} dense<2.0> : tensor<4xf32>
  // expected-warning@+1 {{'stablehlo.constant' op is a constant for device 'ref.1', but no operation on this device reads it}}
  %returned = stablehlo.constant {cluster.device = "ref.1"} dense<3.0> : tensor<4xf32>
  // expected-warning@+1 {{'stablehlo.constant' op has attribute cluster.group, but is a constant, which is copied to each cluster that reads it}}
  %grouped = stablehlo.constant {cluster.group = "g"} dense<4.0> : tensor<4xf32>
  %b = stablehlo.add %x, %a : tensor<4xf32>
  %c = stablehlo.add %b, %obeyed {cluster.device = "ref.1"} : tensor<4xf32>
  %d = stablehlo.add %c, %grouped : tensor<4xf32>
  // expected-warning@+1 {{'func.return' op has attribute cluster.device, but is the terminator of its function, and terminators run on no device}}
  func.return {cluster.device = "ref.0"} %d : tensor<4xf32>
}

// -----

func.func @inside(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "stablehlo.if"(%p) ({
    // expected-warning@+1 {{'stablehlo.constant' op has attribute cluster.device, but is placed with 'stablehlo.if', on device 'ref.0'}}
    %a = stablehlo.constant {cluster.device = "ref.1"} dense<1.0> : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Pins in functions that a divided function calls are applied. Other pins give a warning.
func.func private @deep(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.negate %x {cluster.device = "ref.1"} : tensor<4xf32>
  return %a : tensor<4xf32>
}
func.func private @never(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-warning@+1 {{'stablehlo.negate' op has attribute cluster.device, but is in @never, which no divided function calls}}
  %a = stablehlo.negate %x {cluster.device = "gpu"} : tensor<4xf32>
  // There is one warning for each function.
  %b = stablehlo.abs %a {cluster.device = "gpu"} : tensor<4xf32>
  return %b : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = func.call @deep(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

// Only candidates are allowed, and candidates must be devices.
// CHECK-LABEL: @candidates
// CHECK: stablehlo.negate {{.*}}cluster.device = "ref.1"
func.func @candidates(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.negate %x {cluster.candidates = ["ref.1"]} : tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

func.func @stranger(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'stablehlo.negate' op lists device 'gpu' in cluster.candidates, but the devices are 'ref.0', 'ref.1'}}
  %a = stablehlo.negate %x {cluster.candidates = ["ref.0", "gpu"]} : tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

func.func @contradiction(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'stablehlo.negate' op is pinned to device 'ref.0', which does not support it: its attribute cluster.candidates does not list the device}}
  %a = stablehlo.negate %x {cluster.candidates = ["ref.1"], cluster.device = "ref.0"} : tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

// The terminator of a region is placed with the operation that contains the region.
func.func @end(%a: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%a init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %1 = stablehlo.add %x, %y : tensor<f32>
    // expected-warning@+1 {{'stablehlo.return' op has attribute cluster.device, but is placed with 'stablehlo.reduce', on device 'ref.0'}}
    stablehlo.return %1 {cluster.device = "ref.1"} : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// The name of an attribute resembles the name of a placement attribute. There is one warning for
// each name.
// expected-warning@+1 {{'func.func' op has attribute cluster_part, which no pass reads}}
func.func @misspelled(%x: tensor<4xf32>) -> tensor<4xf32> attributes {cluster_part = {name = "p"}} {
  // expected-warning@+1 {{'stablehlo.negate' op has attribute clusters.device, which no pass reads}}
  %a = stablehlo.negate %x {clusters.device = "ref.1"} : tensor<4xf32>
  %b = stablehlo.abs %a {clusters.device = "ref.1", other.device = "ref.1"} : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

// Constants and terminators of called functions are placed with the callers. The attributes of a
// function without effect also give a warning.
// expected-warning@+2 {{'func.func' op has attribute cluster.parts, but @deep is not divided}}
// expected-warning@+1 {{'func.func' op argument #0 has attribute cluster.static, but @deep is not divided}}
func.func private @deep(%x: tensor<4xf32> {cluster.static}) -> tensor<4xf32> attributes {cluster.parts = [{name = "p"}]} {
  // expected-warning@+1 {{'stablehlo.constant' op has attribute cluster.device, but is placed with the callers of @deep}}
  %a = stablehlo.constant {cluster.device = "ref.1"} dense<1.0> : tensor<4xf32>
  %b = stablehlo.add %x, %a : tensor<4xf32>
  // expected-warning@+1 {{'func.return' op has attribute cluster.device, but is placed with the callers of @deep}}
  func.return {cluster.device = "ref.1"} %b : tensor<4xf32>
}
// expected-warning@+1 {{'func.func' op has attribute cluster.part, which only the pass part-inline reads}}
func.func @main(%x: tensor<4xf32> {cluster.static}) -> tensor<4xf32> attributes {cluster.part = {name = "q"}, cluster.parts = [{name = "p"}]} {
  %a = func.call @deep(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

// The part p has been inlined.
func.func @part(%x: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {name = "p"}} {
  %a = stablehlo.negate %x : tensor<4xf32>
  return %a : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p"}]} {
  %a = stablehlo.negate %x {cluster.part = "p"} : tensor<4xf32>
  return %a : tensor<4xf32>
}
