// Npu is the command lathe with one more device, an invented accelerator. It shows how a Go module
// outside of Lathe adds a device.
package main

import (
	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

func main() { commands.Main(all.Bundle(), bundle()) }

// bundle lists what this module adds to lathe.
func bundle() driver.Bundle {
	return driver.Bundle{
		Dialects: []*ir.Dialect{{Name: "npu", Ops: func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[Dense]()} }}},
		Passes:   []passes.Pass{fuse()},
		Backends: []backends.Factory{factory()},
	}
}
