// Package tensor implements dense tensors of MLIR's float types, of integers with the usual widths,
// of index and of complex numbers: typed buffers, the codecs of their elements, conversions, text
// and the .npy format.
//
// It does not depend on the IR: Kind is a separate enumeration, to which the IR's types are mapped
// (signless integers share the signed kinds). A Tensor is a plain struct, so hot loops use a typed
// view of its bytes, which Slice returns. The element-wise accessors Float, Int, Complex and Bits
// are for all other code.
//
// Data has the memory layout of the machine, which must be little-endian; a test checks this.
package tensor
