// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error@+1 {{'ub.poison' op requires one result}}
  "ub.poison"() <{value = #ub.poison}> : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ub.poison' op requires one result}}
  "ub.poison"() : () -> ()
  return
}

// -----

func.func @g() {
  // expected-error@+1 {{'ub.unreachable' op must be the last operation in the parent block}}
  ub.unreachable
  return
}
