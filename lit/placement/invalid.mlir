// RUN: lathe-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

func.func @region_arguments(%a: f32) {
  // expected-error@+1 {{'cluster.region' op expects as many block arguments as operands, but has 0 and 1}}
  "cluster.region"(%a) <{device = "vm"}> ({
    "cluster.yield"() : () -> ()
  }) : (f32) -> ()
  return
}

// -----

func.func @region_is_isolated(%a: f32) {
  // expected-note@+1 {{required by region isolation constraints}}
  cluster.region "vm" () {
    // expected-error@+1 {{'t.a' op using value defined outside the region}}
    "t.a"(%a) : (f32) -> ()
    cluster.yield
  }
  return
}

// -----

func.func @yield_type() {
  %0 = cluster.region "vm" () -> f32 {
    %1 = "t.a"() : () -> i32
    // expected-error@+1 {{'cluster.yield' op type of operand #0 ('i32') must match the type of result #0 ('f32')}}
    cluster.yield %1 : i32
  }
  return
}

// -----

func.func @copy_to_itself(%a: f32) {
  // expected-error@+1 {{'cluster.copy' op must copy between two different devices, but both are 'vm'}}
  %0 = cluster.copy %a from "vm" to "vm" : f32
  return
}

// -----

func.func @launch_of_nothing() {
  // expected-error@+1 {{'cluster.launch' op 'f' does not reference a valid function}}
  cluster.launch @f() on "vm" : () -> ()
  return
}

// -----

func.func @launch_elsewhere() {
  // expected-error@+1 {{'cluster.launch' op launches @f on device 'c', but the function is for 'vm'}}
  cluster.launch @f() on "c" : () -> ()
  return
}
// expected-note@+1 {{the function}}
func.func private @f() attributes {cluster.device = "vm"}

// -----

func.func @device() {
  // expected-error@+1 {{'t.a' op attribute 'cluster.device' must name a device, but is 1 : i64}}
  "t.a"() {cluster.device = 1} : () -> ()
  return
}

// -----

func.func @pin() {
  // expected-error@+1 {{'t.a' op attribute 'cluster.pin' needs 'cluster.device' on the same operation}}
  "t.a"() {cluster.pin} : () -> ()
  return
}

// -----

// expected-error@+1 {{'builtin.module' op attribute 'cluster.devices' lists device 'vm' twice}}
module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"vm">]} {
}

// -----

// expected-error@+1 {{'func.func' op result #0 has the attribute 'cluster.device', but results may have no attributes of the dialect 'cluster'}}
func.func @result(%x: f32) -> (f32 {cluster.device = "vm"}) {
  return %x : f32
}
