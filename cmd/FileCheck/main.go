// The command FileCheck compares a tool's output with the expectations in a test file,
// as LLVM's program of that name does:
//
//	lathe-opt t.mlir --cse | FileCheck t.mlir
package main

import (
	"os"

	"github.com/lathe-ir/lathe/lit/filecheck"
)

func main() {
	os.Exit(filecheck.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
