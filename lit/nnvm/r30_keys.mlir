// RUN: lathe-opt %s --infer-shapes='shape-key=__shape__ dtype-key=__dtype__' | FileCheck %s
// RUN: lathe-opt --diag-style=rich %s --infer-shapes -o /dev/null 2>&1 | FileCheck %s --check-prefix=HINT
// RUN: not lathe-opt %s --infer-shapes=shape-key=size 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not lathe-opt %s --infer-shapes=dtype-key=size 2>&1 | FileCheck %s --check-prefix=DTYPE
// RUN: not lathe-opt %s --infer-shapes=shape-key=other 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not lathe-opt %s --infer-shapes=dtype-key=__other__ 2>&1 | FileCheck %s --check-prefix=TYPE
// Options can name other entries of the dictionaries that have types.

// CHECK: func.func @main(%arg0: tensor<2x3xf64> {{.*}}, %arg1: tensor<2x3xf64> {{.*}}) -> tensor<2x3xf64>
// HINT: warning: the shape of argument 'z'
// HINT: help: the argument's dictionary has __shape__: use --infer-shapes='shape-key=__shape__ dtype-key=__dtype__'
// SHAPE: error: 'func.func' op has argument 'x' with size = "large", which is not a valid shape
// DTYPE: error: 'func.func' op has argument 'x' with size = "large", which is not a valid element type
// OTHER: error: 'func.func' op has argument 'y' of shape [? 3], but other in its dictionary is [4]
// TYPE: error: 'func.func' op has argument 'y' with element type 'f64', but __other__ in its dictionary is 'f32'
func.func @main(%x: tensor<*x!nnvm.any> {nnvm.name = "x", nnvm.dict = {__dtype__ = "1", __shape__ = "(2, 0)", size = "large"}},
                %y: tensor<?x3xf64> {nnvm.name = "y", nnvm.dict = {__dtype__ = "-1", __other__ = "float32", other = "(4,)"}}) -> tensor<*x!nnvm.any> {
  %0 = nnvm.elemwise_add(%x, %y) : (tensor<*x!nnvm.any>, tensor<?x3xf64>) -> tensor<*x!nnvm.any>
  return %0 : tensor<*x!nnvm.any>
}

func.func @alone(%z: tensor<*x!nnvm.any> {nnvm.name = "z", nnvm.dict = {__dtype__ = "1", __shape__ = "(2, 3)"}}) -> tensor<*x!nnvm.any> {
  %0 = nnvm.exp(%z) : (tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  return %0 : tensor<*x!nnvm.any>
}
