package nnvm

// Backward is an operation that computes gradients of another, the first one that it runs
// after ([After]): NNVM's TIsBackward. The method says nothing more.
type Backward interface{ Backward() }

// Backward implements [Backward] of the operators that gradients are made of.
func (ReluGrad) Backward()      {}
func (Conv2DGrad) Backward()    {}
func (MaxPool2DGrad) Backward() {}
