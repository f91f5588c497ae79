package commands

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/pages"
)

// parseProgram reads a program.
func parseProgram(t *driver.Tool, file string, stdin io.Reader) (ir.Module, error) {
	return parseNamed(t, file, stdin, asm.NewNames(nil))
}

// parseNamed reads a program and records the names of its values.
func parseNamed(t *driver.Tool, file string, stdin io.Reader, names *asm.Names) (ir.Module, error) {
	text, err := readText(file, stdin)
	if err != nil {
		return ir.Module{}, err
	}
	return parseSource(t, diag.NewSource(file, text), names)
}

// parseSource reads a program from its text.
func parseSource(t *driver.Tool, src *diag.Source, names *asm.Names) (ir.Module, error) {
	op, err := parseText(t.Registry(), src, asm.Options{Names: func(name string, v *ir.Value, count int) { names.Give(v, name, count) }})
	if err != nil {
		return ir.Module{}, err
	}
	names.Number(op)
	m, ok := ir.As[ir.Module](op)
	if !ok {
		return m, ir.Errorf(op, "is not a module")
	}
	return m, nil
}

// readText reads the text of a program. JSON is an error, unless it is a graph of oneDNN's.
func readText(file string, stdin io.Reader) ([]byte, error) {
	text, err := readInput(file, stdin)
	if err == nil && isJSON(file, text) && !isOneDNN(file, text) {
		err = diag.Errorf(diag.Span{Src: diag.NewSource(file, text)}, "the input is JSON, and no program").
			WithHelp("lathe convert writes a graph of NNVM's as a program")
	}
	return text, err
}

func readInput(file string, stdin io.Reader) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(io.LimitReader(stdin, ir.MaxSource+1))
	}
	text, err := pages.ReadFile(file, ir.MaxSource+1) // the parser refuses one more
	if err != nil {
		return nil, fmt.Errorf("cannot open input file '%s': %w", file, pathReason(err))
	}
	return text, nil
}

// pathReason returns the reason of a path error, without the call and the path.
func pathReason(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
