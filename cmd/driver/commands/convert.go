package commands

import (
	"io"
	"strings"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/frontends/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// ConvertArgs are the arguments of lathe convert.
type ConvertArgs struct {
	File string `arg:"" help:"A program, or a graph of NNVM if the name ends in .json; - is the standard input."`
	To   string `help:"mlir, or nnvm for NNVM's JSON; by default the other one of what the file is." enum:",mlir,nnvm" default:""`
}

// Convert reads a program or a graph and writes it as the other.
func Convert(t *driver.Tool, a ConvertArgs, stdin io.Reader, stdout io.Writer) error {
	m, graph, err := readGraph(t, a.File, stdin)
	if err != nil {
		return err
	}
	if a.To == "mlir" || a.To == "" && graph {
		return asm.Print(stdout, m.Op, ir.NewPrintOptions())
	}
	var only *ir.Op
	for op := range m.Body().Ops() {
		if !ir.Is[fn.Func](op) {
			continue
		}
		if only != nil {
			return ir.Errorf(op, "is a second function: a graph of NNVM's is one")
		}
		only = op
	}
	f, ok := ir.As[fn.Func](only)
	if !ok {
		return ir.Errorf(m.Op, "has no function")
	}
	return nnvm.Export(stdout, f)
}

// readGraph reads a program; graph tells that it was one of NNVM's.
func readGraph(t *driver.Tool, file string, stdin io.Reader) (m ir.Module, graph bool, err error) {
	if !strings.HasSuffix(file, ".json") {
		m, err = parseProgram(t, file, stdin)
		return m, false, err
	}
	text, err := readInput(file, stdin)
	if err != nil {
		return m, true, err
	}
	m, err = nnvm.Import(t.Registry(), diag.NewSource(file, text))
	return m, true, err
}
