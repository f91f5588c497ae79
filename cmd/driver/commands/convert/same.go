package convert

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/same"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// SameArgs are the arguments of lathe same.
type SameArgs struct {
	First  string   `arg:"" help:"A program, or an NNVM or oneDNN graph as JSON; - is the standard input."`
	Second string   `arg:"" help:"The program or graph with which the first one is compared."`
	Graph  bool     `help:"Compare functions as graphs: by the operations that their results need, in any order and with any names."`
	Ignore []string `help:"Discardable attributes that do not count; * matches any end of a name." placeholder:"NAME,..."`
}

// Same compares two programs, ignoring locations and the names of values. It prints the hash of the
// programs if they are equal, and otherwise returns the first difference as an error.
func Same(ctx context.Context, t *driver.Tool, a SameArgs, stdin io.Reader, stdout io.Writer) error {
	first, err := programOrGraph(ctx, t, a.First, stdin)
	if err != nil {
		return err
	}
	second, err := programOrGraph(ctx, t, a.Second, stdin)
	if err != nil {
		return err
	}
	o := same.Options{Graph: a.Graph, Ignore: func(name string) bool {
		return a.Graph && name == nnvm.NameAttr || matches(a.Ignore, name)
	}}
	if d := same.Compare(first.Op, second.Op, o); d != nil {
		at, other := d.A, d.B
		if at == nil {
			at, other = other, nil
		}
		err := ir.Errorf(at, "is the first difference between the programs: %s", d.Reason)
		if other != nil {
			err.Note(other.Loc().Span(), "the other program differs here")
		}
		return err
	}
	_, err = fmt.Fprintf(stdout, "the same: %016x\n", same.Hash(first.Op, o))
	return err
}

func programOrGraph(ctx context.Context, t *driver.Tool, file string, stdin io.Reader) (ir.Module, error) {
	text, err := cli.ReadInput(file, stdin)
	switch {
	case err != nil:
		return ir.Module{}, err
	case cli.IsJSON(file, text):
		return readGraph(ctx, t, diag.NewSource(file, text))
	}
	return cli.ParseSource(ctx, t, diag.NewSource(file, text), asm.NewNames(nil))
}

// matches reports whether an entry of a list matches a name. An entry can end in a star.
func matches(list []string, name string) bool {
	for _, p := range list {
		if begin, open := strings.CutSuffix(p, "*"); p == name || open && strings.HasPrefix(name, begin) {
			return true
		}
	}
	return false
}
