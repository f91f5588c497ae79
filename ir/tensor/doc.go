// Package tensor implements dense tensors of MLIR's float types, integers of the usual widths,
// index and complex numbers. It has typed buffers, the encodings of elements, conversions between
// kinds, printing, and the .npy format.
//
// It does not depend on package ir: Kind is a separate enumeration, and package ir maps types to
// kinds (signless and signed integers share a kind). Hot loops use Slice, which returns a typed
// view of a tensor's bytes. All other code uses the element-wise accessors Float, Int, Complex and
// Bits.
//
// Data has the memory layout of the machine, which must be little-endian; a test checks this.
package tensor
