// Package locationsnapshot prints the program as text, and sets the locations of operations to
// their positions in this text.
package locationsnapshot

import (
	"errors"
	"fmt"
	"os"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Generate new locations from the current IR

Writes the program to a file and sets the location of each operation to its position in
that file. With a tag, the new location is added to the previous one.`

// Options has the options of mlir-opt's pass.
type Options struct {
	File    string `opt:"filename" help:"the file to write; by default a new temporary file"`
	Tag     string `opt:"tag" help:"name of the new locations; with a name, they are added to the old locations instead of replacing them"`
	Debug   bool   `opt:"print-debuginfo" help:"write locations to the file"`
	Generic bool   `opt:"print-op-generic" help:"write operations in generic form"`
	Local   bool   `opt:"print-local-scope" help:"write without aliases"`
	Pretty  bool   `opt:"pretty-debuginfo" help:"write locations in a short form"`
}

// Pass returns the pass.
func Pass() passes.Pass {
	p := passes.OnWith("snapshot-op-locations", doc, Options{}, run)
	p.Title = "LocationSnapshotPass"
	return p
}

func run(r *passes.Run, op *ir.Op, o Options) error {
	text, starts := write(op, o)
	name, err := save(r, o.File, text)
	if err != nil {
		return ir.ErrorAt(op, "failed to write the snapshot: %v", err)
	}
	for _, s := range starts {
		at := ir.NewAttr(&ir.FileLoc{File: name, Line: s.line, Col: s.col})
		if o.Tag != "" {
			at = ir.NewAttr(&ir.NamedLoc{Name: o.Tag, Child: at})
			s.op.SetLoc(ir.FuseLocs(s.op.Loc(), ir.NewLoc(at)))
			continue
		}
		s.op.SetLoc(ir.NewLoc(at))
	}
	return nil
}

// start is the position, counted from 1, at which an operation begins in the text.
type start struct {
	op        *ir.Op
	line, col int
}

// write prints op and returns where each operation begins.
func write(op *ir.Op, o Options) ([]byte, []start) {
	p := ir.NewPrintOptions()
	p.DebugInfo, p.Generic, p.LocalScope, p.PrettyDebug = o.Debug, o.Generic, o.Local, o.Pretty
	w := asm.NewPrinter(nil, p)
	var ops []*ir.Op
	var offsets []int
	w.Started = func(op *ir.Op) {
		ops = append(ops, op)
		offsets = append(offsets, w.Len())
	}
	w.Op(op)
	text := []byte(w.Text())
	starts := make([]start, len(ops))
	line, begin, at := 1, 0, 0
	for i, off := range offsets {
		for ; at < off; at++ {
			if text[at] == '\n' {
				line, begin = line+1, at+1
			}
		}
		starts[i] = start{ops[i], line, off - begin + 1}
	}
	return text, starts
}

// save writes the text to a file and returns its name.
func save(r *passes.Run, name string, text []byte) (string, error) {
	if name == "" && !r.LocalFiles() {
		f, err := os.CreateTemp("", "mlir_snapshot*.mlir")
		if err != nil {
			return "", err
		}
		_, err = f.Write(text)
		if err = errors.Join(err, f.Close()); err != nil {
			return "", errors.Join(err, os.Remove(f.Name()))
		}
		return f.Name(), nil
	}
	if name == "" {
		return "", errors.New("a pipeline in an input file must name the file with filename=FILE")
	}
	if err := r.WriteFile(name, text); err != nil {
		return "", fmt.Errorf("cannot open output file '%s': %w", name, err)
	}
	return name, nil
}
