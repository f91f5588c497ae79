// Package convert has the commands lathe convert and lathe same. Both commands also read graphs of
// NNVM and oneDNN.
package convert

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/frontends/nnvm"
	"github.com/lathe-ir/lathe/frontends/onednn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Args are the arguments of lathe convert.
type Args struct {
	File string `arg:"" help:"A program, or an NNVM or oneDNN graph as JSON; - is the standard input."`
	To   string `help:"The format to write: mlir, or nnvm or onednn, which are JSON; by default mlir if the input is JSON, otherwise nnvm or onednn, according to the dialect of the program." enum:",mlir,nnvm,onednn" default:""`
	Attr string `help:"Write only one attribute of the NNVM graph: shape, dtype, dltype, storage_id or device_index, each a list with an element for each value, or an attribute in the JSON of the graph." placeholder:"NAME"`
}

// Run reads a program or a graph and writes it in another format. For graphs, it warns of
// attributes that are probably misspelt, see [nnvm.Misspelt].
func Run(ctx context.Context, t *driver.Tool, a Args, stdin io.Reader, stdout, stderr io.Writer) error {
	text, err := cli.ReadInput(a.File, stdin)
	if err != nil {
		return err
	}
	src := diag.NewSource(a.File, text)
	if len(bytes.TrimSpace(text)) == 0 {
		return diag.Errorf(diag.Span{Src: src}, "the input is empty")
	}
	graph := cli.IsJSON(a.File, text)
	var m ir.Module
	if graph {
		m, err = readGraph(ctx, t, src)
	} else {
		m, err = cli.ParseSource(ctx, t, src, asm.NewNames(nil))
	}
	if err != nil {
		return err
	}
	if graph {
		nnvm.Misspelt(m, cli.WarnOn(stderr))
	}
	if a.Attr != "" {
		return writeAttr(m, a, stdout)
	}
	if a.To == "mlir" || a.To == "" && graph {
		return asm.Print(stdout, m.Op, ir.NewPrintOptions())
	}
	f, err := onlyFunction(m)
	if err != nil {
		return err
	}
	if a.To == "onednn" || a.To == "" && cli.HasOneDNN(f) {
		return onednn.Export(stdout, f)
	}
	return nnvm.Export(stdout, f)
}

func writeAttr(m ir.Module, a Args, stdout io.Writer) error {
	if a.To == "mlir" || a.To == "onednn" {
		return errors.New("--attr writes an attribute of an NNVM graph: omit --to")
	}
	f, err := onlyFunction(m)
	if err != nil {
		return err
	}
	text, err := nnvm.JSONAttr(f, a.Attr)
	if err != nil {
		return err
	}
	_, err = io.WriteString(stdout, text+"\n")
	return err
}

// readGraph reads a oneDNN or NNVM graph. For other JSON it returns an error that describes the
// expected format.
func readGraph(ctx context.Context, t *driver.Tool, src *diag.Source) (ir.Module, error) {
	if cli.IsOneDNN(src.Name, src.Text) {
		return onednn.Import(ctx, t.Registry(), src)
	}
	m, err := nnvm.Import(ctx, t.Registry(), src)
	var d *diag.Diagnostic
	if errors.As(err, &d) && !bytes.Contains(src.Text, []byte(`"nodes"`)) {
		d.WithHelp("pass an NNVM graph, which is JSON with the keys \"nodes\", \"arg_nodes\" and \"heads\", or a oneDNN graph, which has the key \"graph\"")
	}
	return m, err
}

// onlyFunction returns the only function of m. It fails if m has several functions or none.
func onlyFunction(m ir.Module) (f fn.Func, err error) {
	for op := range m.Body().Ops() {
		next, ok := ir.As[fn.Func](op)
		if !ok {
			continue
		}
		if f.Op != nil {
			return f, ir.Errorf(op, "is a second function, but an NNVM or oneDNN graph is a single function")
		}
		f = next
	}
	if f.Op == nil {
		return f, ir.Errorf(m.Op, "has no function that could become an NNVM or oneDNN graph").
			WithHelp("write a function with operations of dialect nnvm or onednn_graph, or convert a graph in JSON")
	}
	return f, nil
}
