// RUN: lathe-opt %s --stablehlo-to-linalg --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: lathe-opt %s --plan-pools --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Graphs are functions of one block, whose terminator returns their results.

// expected-error@+1 {{'func.func' op must have one block, whose terminator has one operand for each result}}
func.func @end(%t: tensor<4xf32>) {
  "foo.end"(%t) : (tensor<4xf32>) -> ()
}

// -----

// expected-error@+1 {{'func.func' op must have one block, whose terminator has one operand for each result}}
func.func @blocks(%t: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^end
^end:
  return %t : tensor<4xf32>
}
