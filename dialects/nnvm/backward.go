package nnvm

// Backward is an operation that computes gradients of a forward operation. If control dependencies
// ([After]) order a Backward after other operations, the first of these is the forward operation.
// Backward corresponds to NNVM's TIsBackward. The method only marks the operation.
type Backward interface{ Backward() }

// Backward implements [Backward] for the operators that compute gradients.
func (ReluGrad) Backward()      {}
func (Conv2DGrad) Backward()    {}
func (MaxPool2DGrad) Backward() {}
