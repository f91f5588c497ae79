// Package ir holds programs: operations, the regions and blocks that contain them,
// the values they pass on, types, attributes and locations. An operation is
// plain data of one type, *Op; a view such as arith.AddI gives it a Go type, and
// a Spec says what it must look like. A Registry lists the dialects that a
// program may use.
package ir
