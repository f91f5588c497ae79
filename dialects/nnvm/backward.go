package nnvm

// Backward marks operations that compute gradients of a forward operation, as NNVM's TIsBackward
// does. If such an operation has control dependencies ([After]), the first dependency is the
// forward operation.
type Backward interface{ Backward() }

// Backward implements [Backward] for the operators that compute gradients.
func (ReluGrad) Backward()      {}
func (Conv2DGrad) Backward()    {}
func (MaxPool2DGrad) Backward() {}
