// Command lathe-opt reads MLIR, runs passes on it and prints it, with mlir-opt's flags.
package main

import (
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
)

func main() { driver.Main(all.Bundle()) }
