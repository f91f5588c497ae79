// Package tensor holds dense tensors of every element type that MLIR knows: typed
// buffers, the codecs of their elements, conversions, text and the .npy format.
//
// It knows nothing of the IR: Kind is its own enumeration, which the IR's types map
// onto (signless integers share the signed kinds). A Tensor is a plain struct, so
// hot loops take a typed view of its bytes with Slice, and element-wise accessors
// (Float, Int, Complex, Bits) are for everything that is not hot.
//
// Data is laid out as the machine lays it out, and the machine is little-endian;
// a test says so if it is not.
package tensor
