// RUN: lathe-opt %s --split-input-file --verify-diagnostics | FileCheck %s

func.func @f(%a: tensor<i32>) -> tensor<i32> {
  // CHECK: interpreter.print %arg0 : tensor<i32>
  interpreter.print %a : tensor<i32>
  // CHECK: interpreter.probe %arg0, probe_id = "p" : tensor<i32>
  %0 = interpreter.probe %a, probe_id = "p" : tensor<i32>
  return %0 : tensor<i32>
}
func.func @main(%a: tensor<i32>) {
  // CHECK: "interpreter.run_parallel"(%arg0, %arg0) <{programs = {{\[}}[@f], [@f]]}>
  %0:2 = "interpreter.run_parallel"(%a, %a) <{programs = [[@f], [@f]]}> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return
}

// -----

func.func @main() {
  // expected-error@+1 {{Function "g" not found}}
  "interpreter.run_parallel"() <{programs = [[@g]]}> : () -> ()
  return
}
