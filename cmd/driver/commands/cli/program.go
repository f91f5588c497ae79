// Package cli has the code that the commands of lathe share. It reads programs and inputs, has the
// flags for devices and placement, checks output folders, prints errors, and formats numbers with
// units.
package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// ParseProgram reads a program.
func ParseProgram(ctx context.Context, t *driver.Tool, file string, stdin io.Reader) (ir.Module, error) {
	return ParseNamed(ctx, t, file, stdin, asm.NewNames(nil))
}

// ParseNamed reads a program and records the names of its values.
func ParseNamed(ctx context.Context, t *driver.Tool, file string, stdin io.Reader, names *asm.Names) (ir.Module, error) {
	text, err := ReadText(file, stdin)
	if err != nil {
		return ir.Module{}, err
	}
	return ParseSource(ctx, t, diag.NewSource(file, text), names)
}

// ParseSource reads a program from its text.
func ParseSource(ctx context.Context, t *driver.Tool, src *diag.Source, names *asm.Names) (ir.Module, error) {
	op, err := ParseText(ctx, t.Registry(), src, asm.Options{Names: func(name string, v *ir.Value, count int) { names.Give(v, name, count) }})
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

// Compiled is the suffix of files with compiled programs. Such a file contains machine code, so
// lathe executes it only if its name has this suffix.
const Compiled = ".lathe"

// ReadText reads the text of a program. It returns an error for an empty file, for JSON other than
// a oneDNN graph, and for a compiled program.
func ReadText(file string, stdin io.Reader) ([]byte, error) {
	text, err := ReadInput(file, stdin)
	if err == nil && sealed.Is(text) {
		d := diag.Errorf(diag.Span{}, "'%s' is a compiled program", file)
		if strings.HasSuffix(file, Compiled) {
			return nil, d.WithHelp("run it with lathe run, or pass this command the program from which it was compiled")
		}
		return nil, d.WithHelp("if you trust its source, give it a name that ends in '" + Compiled + "', and run the renamed file with lathe run")
	}
	if err == nil && len(bytes.TrimSpace(text)) == 0 {
		return nil, diag.Errorf(diag.Span{}, "the input '%s' is empty", file).WithHelp("name a file with a program: a module with func.func @main")
	}
	if err == nil && IsJSON(file, text) && !IsOneDNN(file, text) {
		err = diag.Errorf(diag.Span{Src: diag.NewSource(file, text)}, "the input is JSON, not a program").
			WithHelp("convert an NNVM graph to a program with lathe convert")
	}
	return text, err
}

// ReadInput is like [driver.ReadInput], but its errors name the file.
func ReadInput(file string, stdin io.Reader) ([]byte, error) {
	text, err := driver.ReadInput(file, stdin)
	if errors.Is(err, syscall.EISDIR) {
		return nil, diag.Errorf(diag.Span{}, "cannot open input file '%s': it is a directory", file).
			WithHelp("name a file in the directory, or export a model that is a directory as StableHLO text")
	}
	if err != nil {
		return nil, fmt.Errorf("cannot open input file '%s': %w", file, PathReason(err))
	}
	return text, nil
}

// PathReason returns the reason in a path error, without the name of the system call and the path.
func PathReason(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
