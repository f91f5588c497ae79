// The command FileCheck compares the output of a tool with the expectations in a test file, like
// LLVM's FileCheck:
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
