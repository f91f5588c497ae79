package nnvm

// Backward is an operation that computes gradients of another operation: of the first one after
// which it must run, by its control dependencies ([After]). It corresponds to NNVM's TIsBackward.
// The method only marks the operation.
type Backward interface{ Backward() }

// Backward implements [Backward] for the operators in gradients.
func (ReluGrad) Backward()      {}
func (Conv2DGrad) Backward()    {}
func (MaxPool2DGrad) Backward() {}
