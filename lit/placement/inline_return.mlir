// RUN: lathe-opt %s --allow-unregistered-dialect --cluster-inline --split-input-file --verify-diagnostics

// The function of a cluster must end with 'func.return', also if it is public and remains.
func.func private @cluster_0(%x: i32) -> i32 {
  "test.end"(%x) : (i32) -> () // expected-error {{'test.end' op ends a cluster, where 'func.return' is expected}}
}

func.func @main(%x: i32) -> i32 {
  %0 = cluster.launch @cluster_0(%x) on "A" : (i32) -> i32
  return %0 : i32
}

// -----

func.func @cluster_0(%x: i32) -> i32 {
  "test.end"() : () -> () // expected-error {{'test.end' op ends a cluster, where 'func.return' is expected}}
}

func.func @main(%x: i32) -> i32 {
  %0 = cluster.launch @cluster_0(%x) on "A" : (i32) -> i32
  return %0 : i32
}

// -----

// Launched functions launch nothing. This includes themselves.
// expected-note@+1 {{the function}}
func.func private @f(%a: i32) -> i32 {
  // expected-error@+1 {{'cluster.launch' op must not be inside a cluster, but @f is launched}}
  %0 = cluster.launch @f(%a) on "vm" : (i32) -> i32
  return %0 : i32
}
func.func @main(%a: i32) -> i32 {
  %0 = cluster.launch @f(%a) on "vm" : (i32) -> i32
  return %0 : i32
}

// -----

func.func @main(%a: i32) -> i32 {
  %0 = cluster.launch @g(%a) on "vm" : (i32) -> i32
  return %0 : i32
}
// expected-note@+1 {{the function}}
func.func private @g(%a: i32) -> i32 {
  // expected-error@+1 {{'cluster.region' op must not be inside a cluster, but @g is launched}}
  %0 = cluster.region "vm" (%x = %a : i32) -> i32 {
    cluster.yield %x : i32
  }
  return %0 : i32
}
