// Package ir represents programs: operations, the regions and blocks that contain them, the values
// that they define and use, types, attributes and locations. An operation is data of a single type,
// *Op. A view such as arith.AddI gives the operation a Go type, and a Spec describes the operands,
// results and attributes. A Registry lists the dialects that a program may use.
package ir
