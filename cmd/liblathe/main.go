// Command liblathe is Lathe as a C library. lathe.h documents its use.
//
//	go build -buildmode=c-shared -o liblathe.so ./cmd/liblathe
package main

// A C library needs an empty main function. Without cgo, this file is the only file of the package.
func main() {}
