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
