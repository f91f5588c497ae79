// RUN: lathe-opt %s --cluster-precision --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error@+1 {{'func.func' op has an argument of type 'tensor<?xf32>', but only static shapes are converted}}
func.func @dynamic(%t: tensor<?xf32>) -> tensor<?xf32> {
  return %t : tensor<?xf32>
}

// -----

// expected-error@+1 {{'func.func' op does not end in an operation that returns its results}}
func.func @end(%t: tensor<4xf32>) {
  "foo.return"(%t) : (tensor<4xf32>) -> ()
}

// -----

// expected-error@+1 {{'func.func' op has several blocks, but only functions of one block are converted}}
func.func @blocks(%t: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^bb1(%t : tensor<4xf32>)
^bb1(%u: tensor<4xf32>):
  return %u : tensor<4xf32>
}
