package passes

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/outfile"
)

// Printing says which states of the program are printed before and after passes. It has the values
// of the flags --mlir-print-ir-*.
type Printing struct {
	Before, After       []string // names of passes
	BeforeAll, AfterAll bool
	Changed             bool // after a pass, only if it changed the program
	Failed              bool // after a pass, only if it failed
	ModuleScope         bool // print the whole module
	TreeDir             string
	Options             ir.PrintOptions

	files *treeFiles
}

func (p *Printing) any() bool {
	return p.BeforeAll || p.AfterAll || p.Changed || p.Failed || len(p.Before) > 0 || len(p.After) > 0
}

// before prints op before a pass, if that is requested. With Changed it returns the hash of op, for
// comparison after the pass.
func (p *Printing) before(e *execution, pass *Pass, op *ir.Op) (hash uint64, err error) {
	if !p.any() {
		return 0, nil
	}
	if p.BeforeAll || slices.Contains(p.Before, pass.Name) {
		if err := p.dump(e, "Before", pass, op); err != nil {
			return 0, err
		}
	}
	if p.Changed {
		return op.Hash(), nil
	}
	return 0, nil
}

// after prints op after a pass, if that is requested. The parameter err is the error of the pass.
func (p *Printing) after(e *execution, pass *Pass, op *ir.Op, before uint64, err error) error {
	if !p.any() {
		return nil
	}
	if err != nil {
		if p.AfterAll || p.Failed || slices.Contains(p.After, pass.Name) {
			var failed *PassError
			if errors.As(err, &failed) && !failed.Said {
				failed.Said = true
				for _, d := range diag.All(err) {
					e.report(d)
				}
			}
			return p.dump(e, "After Failed", pass, op)
		}
		return nil
	}
	wanted := p.AfterAll || slices.Contains(p.After, pass.Name)
	if p.Failed || p.Changed && (before == op.Hash() || len(p.After) > 0 && !wanted) {
		return nil
	}
	if wanted || p.Changed {
		return p.dump(e, "After", pass, op)
	}
	return nil
}

// dump prints op. If it cannot write a file, it returns an error, and later calls do nothing.
func (p *Printing) dump(e *execution, when string, pass *Pass, op *ir.Op) error {
	scope, on := op, ""
	if p.ModuleScope {
		on = " (" + describe(op) + ")"
		for scope.Parent() != nil {
			scope = scope.Parent()
		}
	}
	failed := ""
	if rest, ok := strings.CutSuffix(when, " Failed"); ok {
		when, failed = rest, " Failed"
	}
	o := p.Options
	o.LocalScope, o.NoExternal = o.LocalScope || scope.Parent() != nil, true
	if (e.m.Unverified || failed != "") && ir.Verify(scope) != nil {
		o.Generic = true // custom forms rely on what the verifier checks
	}
	print := func(out io.Writer) error {
		fmt.Fprintf(out, "// -----// IR Dump %s %s%s (%s)%s //----- //\n", when, pass.Title, failed, pass.Name, on)
		if err := asm.Print(out, scope, o); err != nil {
			return err
		}
		_, err := io.WriteString(out, "\n\n")
		return err
	}
	if p.TreeDir == "" {
		print(e.out)
		return nil
	}
	if p.files == nil {
		p.files = &treeFiles{counters: map[*ir.Op]int{}}
	}
	if p.files.failed {
		return nil
	}
	file, err := p.files.create(p.TreeDir, pass, op)
	if err == nil {
		err = outfile.Stream(file, print)
	}
	if err != nil {
		p.files.failed = true
		return diag.Errorf(diag.Span{}, "cannot write the program: %v", err)
	}
	return nil
}

// treeFiles numbers the files of --mlir-print-ir-tree-dir. Each operation has a counter. A file's
// name begins with the counters of the operation's parents and of the operation itself.
type treeFiles struct {
	counters map[*ir.Op]int
	failed   bool // a file could not be written
}

// number returns the counter of op. If next is true, it increments the counter first, except for
// the first file of op, whose number is 0.
func (t *treeFiles) number(op *ir.Op, next bool) int {
	n, seen := t.counters[op]
	if seen && next {
		n++
	}
	t.counters[op] = n
	return n
}

// create makes the folder for the next file of op, and returns the name of the file, such as
// DIR/builtin_module_no-symbol-name/func_func_f/0_1_cse.mlir.
func (t *treeFiles) create(dir string, pass *Pass, op *ir.Op) (string, error) {
	var parts, numbers []string
	for o := op; o != nil; o = o.Parent() {
		name, ok := o.SymbolName()
		if !ok {
			name = "no-symbol-name"
		}
		parts = append([]string{strings.ReplaceAll(fileName(o.Name()), ".", "_") + "_" + fileName(name)}, parts...)
		numbers = append([]string{fmt.Sprint(t.number(o, o == op))}, numbers...)
	}
	path := filepath.Join(append([]string{dir}, parts...)...)
	if err := os.MkdirAll(path, 0o777); err != nil {
		return "", err
	}
	return filepath.Join(path, strings.Join(numbers, "_")+"_"+pass.Name+".mlir"), nil
}

// maxFileName is the largest number of bytes of a symbol's name that a file name contains.
const maxFileName = 100

// fileName converts a symbol to a short part of a file name. The result has only printable
// characters and no folder separators. Different long names remain different.
func fileName(s string) string {
	name := strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || !unicode.IsPrint(r) {
			return '_'
		}
		return r
	}, s)
	if len(name) <= maxFileName {
		return name
	}
	h := fnv.New64a()
	io.WriteString(h, s)
	return fmt.Sprintf("%s_%x", strings.ToValidUTF8(name[:maxFileName], ""), h.Sum64())
}
