// Npu is an accelerator's own module: a dialect, a pattern, a pass, a cost model and
// a backend, which nothing in Lathe knows of. Its tool is lathe with one device more.
package main

import (
	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

func main() { commands.Main(all.Bundle(), bundle()) }

// bundle is what this module brings.
func bundle() driver.Bundle {
	fuse := func(_ *passes.Run, f fn.Func) error { _, err := form(f); return err }
	return driver.Bundle{
		Dialects: []*ir.Dialect{{Name: "npu", Ops: func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[Dense]()} }}},
		Passes:   []passes.Pass{passes.On("npu-fuse", "form npu.dense", fuse)},
		Backends: []backends.Factory{factory()},
	}
}
