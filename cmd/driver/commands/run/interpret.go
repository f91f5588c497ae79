package run

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// InterpretArgs are the flag --interpret and the flags that need it, as in stablehlo-translate.
type InterpretArgs struct {
	Interpret  bool   `help:"Run on the reference interpreter and print results as stablehlo-translate --interpret does."`
	Args       string `name:"args" help:"With --interpret: the arguments, as an array of constants." placeholder:"[dense<1> : tensor<2xi32>,…]"`
	PrintDense bool   `name:"interpreter-print-dense" help:"With --interpret: print results as constants."`
	Split      bool   `name:"split-input-file" help:"With --interpret: split the file at lines '// -----', and run each part as a separate program."`
}

// checkInterpret returns an error about a flag that needs --interpret, or has no effect with it.
func (a Args) checkInterpret() error {
	if !a.Interpret {
		if a.Args != "" || a.PrintDense || a.Split {
			return diag.Errorf(diag.Span{}, "--args, --interpreter-print-dense and --split-input-file need --interpret")
		}
		return nil
	}
	a.InterpretArgs, a.Probes = InterpretArgs{}, ""
	flag := cli.FirstFlag(reflect.ValueOf(a))
	switch flag {
	case "":
		return nil
	case "--input":
		return diag.Errorf(diag.Span{}, "--input has no effect with --interpret").WithHelp("pass the arguments as constants" + argsHelp)
	}
	return diag.Errorf(diag.Span{}, "%s has no effect with --interpret", flag).WithHelp("omit it, or omit --interpret")
}

// interpret runs the program. With --split-input-file, it runs each part of the file.
func (a Args) interpret(ctx context.Context, t *driver.Tool, stdin io.Reader, stdout io.Writer) error {
	text, err := cli.ReadText(a.File, stdin)
	if err != nil {
		return err
	}
	inputs, err := parseArgs(t, a.Args)
	if err != nil {
		return err
	}
	parts := []*diag.Source{diag.NewSource(a.File, text)}
	if a.Split {
		parts, _ = driver.SplitInput(a.File, text)
	}
	if ctx, err = a.recordProbes(ctx); err != nil {
		return err
	}
	for _, src := range parts {
		if err := a.interpretPart(ctx, t, src, inputs, stdout); err != nil {
			return err
		}
	}
	return nil
}

func (a Args) interpretPart(ctx context.Context, t *driver.Tool, src *diag.Source, inputs []*tensor.Tensor, stdout io.Writer) error {
	m, err := cli.ParseSource(ctx, t, src, asm.NewNames(nil))
	if err != nil {
		return err
	}
	e, err := compile.Module(ctx, m, compile.Options{Backend: "ref"})
	if err != nil {
		return err
	}
	defer e.Close()
	results, err := e.Run(ctx, inputs...)
	if err != nil {
		return err
	}
	for _, r := range results {
		var text string
		if a.PrintDense {
			text = ir.NewDense(typeOf(r), r).String()
		} else {
			text = braced(r)
		}
		if _, err := fmt.Fprintln(stdout, text); err != nil {
			return err
		}
	}
	return nil
}

const argsHelp = ", i.e. --args=[dense<1> : tensor<2xi32>, ...]"

// parseArgs parses the text of an array attribute whose elements are constants.
func parseArgs(t *driver.Tool, text string) ([]*tensor.Tensor, error) {
	if text == "" {
		return nil, nil
	}
	program := "module attributes {lathe.args = " + text + "} {}"
	m, err := asm.Parse(t.Registry(), diag.NewSource("--args", []byte(program)), asm.Options{})
	var list *ir.ArrayAttr
	if err == nil {
		list, _ = ir.AttrAs[*ir.ArrayAttr](m.Attr("lathe.args"))
	}
	if list == nil {
		return nil, diag.Errorf(diag.Span{}, "expectected array attribute string for args%s", argsHelp) // this is the spelling in stablehlo-translate
	}
	var inputs []*tensor.Tensor
	for _, a := range list.Elems {
		d, ok := ir.AttrAs[*ir.DenseElements](a)
		if !ok {
			return nil, diag.Errorf(diag.Span{}, "expected dense elements attribute for args elements%s", argsHelp)
		}
		v, err := valueOf(d)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, v)
	}
	return inputs, nil
}

// valueOf returns the elements of an argument. It fails if d is not a plain tensor, if its elements
// are signed integers such as si8, or if there is not enough memory.
func valueOf(d *ir.DenseElements) (t *tensor.Tensor, err error) {
	defer func() {
		switch what := recover().(type) {
		case nil:
		case *hostbytes.Lack:
			err = diag.OfKind(what, diag.Errorf(diag.Span{}, "no memory for the argument of type '%s': %v", d.Type, what))
		default:
			panic(what)
		}
	}()
	if shape, _ := d.Type.Shape(); d.Type != ir.Tensor(ir.KindType(d.Type.Kind()), shape...) {
		return nil, diag.Errorf(diag.Span{}, "args elements must be tensors, and their elements must not be signed integers such as si8, but got type '%s'%s", d.Type, argsHelp)
	}
	return d.Tensor(), nil
}

func typeOf(t *tensor.Tensor) ir.Type { return ir.Tensor(ir.KindType(t.Kind), t.Shape...) }

// braced formats a tensor like StableHLO's interpreter. Each list of the last dimension has a line.
func braced(t *tensor.Tensor) string {
	var b strings.Builder
	b.WriteString(typeOf(t).String() + " {")
	switch {
	case len(t.Shape) == 0:
		b.WriteString(element(t, 0))
	case t.NumElements() == 0 && emptyLists(t.Shape) > mostLists:
		b.WriteString("\n  []\n")
	default:
		at := 0
		writeList(&b, t, 0, &at)
		b.WriteString("\n")
	}
	b.WriteString("}")
	return b.String()
}

// mostLists is the maximum number of empty lists in the text of a tensor without elements.
const mostLists = 1000

// emptyLists returns the number of empty lists in the text of a tensor, but at most mostLists + 1.
func emptyLists(shape []int64) int64 {
	n := int64(1)
	for _, d := range shape {
		if d == 0 {
			break
		}
		n *= min(d, mostLists+1)
		n = min(n, mostLists+1)
	}
	return n
}

// writeList writes the elements of dimensions dim, dim+1, … as nested lists. It begins with element
// *at of t, and advances *at past the elements that it writes.
func writeList(b *strings.Builder, t *tensor.Tensor, dim int, at *int) {
	indent := strings.Repeat("  ", dim+1)
	b.WriteString("\n" + indent + "[")
	last := dim == len(t.Shape)-1 || t.Shape[dim] == 0
	for i := range t.Shape[dim] {
		switch {
		case last:
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(element(t, *at))
			*at++
		default:
			if i > 0 {
				b.WriteString(",")
			}
			writeList(b, t, dim+1, at)
		}
	}
	if !last {
		b.WriteString("\n" + indent)
	}
	b.WriteString("]")
}

// element formats element i of t as in the text of a constant. A complex number becomes a list of
// its two parts.
func element(t *tensor.Tensor, i int) string {
	one := tensor.New(t.Kind)
	copy(one.Data, t.Data[i*t.Kind.Size():])
	text := ir.NewSplat(ir.Tensor(ir.KindType(t.Kind)), one).String()
	text = strings.TrimPrefix(text[:strings.LastIndex(text, "> : ")], "dense<")
	if t.Kind.IsComplex() {
		text = "[" + strings.ReplaceAll(strings.Trim(text, "()"), ",", ", ") + "]"
	}
	return text
}
