// Command liblathe is Lathe as a C library; lathe.h says how it is used.
//
//	go build -buildmode=c-shared -o liblathe.so ./cmd/liblathe
package main

// The library has no program of its own; without cgo nothing else is left.
func main() {}
