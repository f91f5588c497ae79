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
)

// Printing says which states of the program are printed around passes: the
// flags --mlir-print-ir-*.
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
func (p *Printing) before(e *execution, pass *Pass, op *ir.Op) uint64 {
	if !p.any() {
		return 0
	}
	if p.BeforeAll || slices.Contains(p.Before, pass.Name) {
		p.dump(e, "Before", pass, op)
	}
	if p.Changed {
		return op.Hash()
	}
	return 0
}

func (p *Printing) after(e *execution, pass *Pass, op *ir.Op, before uint64, err error) {
	if !p.any() {
		return
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
			p.dump(e, "After Failed", pass, op)
		}
		return
	}
	wanted := p.AfterAll || slices.Contains(p.After, pass.Name)
	if p.Failed || p.Changed && (before == op.Hash() || len(p.After) > 0 && !wanted) {
		return
	}
	if wanted || p.Changed {
		p.dump(e, "After", pass, op)
	}
}

func (p *Printing) dump(e *execution, when string, pass *Pass, op *ir.Op) {
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
	out := e.out
	if p.TreeDir != "" {
		if p.files == nil {
			p.files = &treeFiles{map[*ir.Op]int{}}
		}
		f, err := p.files.create(p.TreeDir, pass, op)
		if err != nil {
			fmt.Fprintln(e.out, "cannot write the program:", err)
			return
		}
		defer f.Close()
		out = f
	}
	fmt.Fprintf(out, "// -----// IR Dump %s %s%s (%s)%s //----- //\n", when, pass.Title, failed, pass.Name, on)
	o := p.Options
	o.LocalScope, o.NoExternal = o.LocalScope || scope.Parent() != nil, true
	if (e.m.Unverified || failed != "") && ir.Verify(scope) != nil {
		o.Generic = true // custom forms rely on what the verifier checks
	}
	asm.Print(out, scope, o)
	io.WriteString(out, "\n\n")
}

// treeFiles numbers the files of --mlir-print-ir-tree-dir. Each operation has a counter. A file's
// name begins with the counters of the operation's parents and of the operation itself.
type treeFiles struct{ counters map[*ir.Op]int }

// number returns the number of the next file of op if next is true. Otherwise op is a parent of the
// printed operation, and number returns the number of the last file of op.
func (t *treeFiles) number(op *ir.Op, next bool) int {
	n, seen := t.counters[op]
	if seen && next {
		n++
	}
	t.counters[op] = n
	return n
}

// create makes the file of one state: DIR/builtin_module_no-symbol-name/
// func_func_f/0_1_cse.mlir.
func (t *treeFiles) create(dir string, pass *Pass, op *ir.Op) (*os.File, error) {
	var parts, numbers []string
	for o := op; o != nil; o = o.Parent() {
		name, ok := o.SymbolName()
		if !ok {
			name = "no-symbol-name"
		}
		parts = append([]string{strings.ReplaceAll(o.Name(), ".", "_") + "_" + fileName(name)}, parts...)
		numbers = append([]string{fmt.Sprint(t.number(o, o == op))}, numbers...)
	}
	path := filepath.Join(append([]string{dir}, parts...)...)
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	return os.Create(filepath.Join(path, strings.Join(numbers, "_")+"_"+pass.Name+".mlir"))
}

// maxFileName is the largest number of bytes of a symbol's name that a file name contains.
const maxFileName = 100

// fileName converts a symbol to a part of a file name: without folder separators, with only
// printable characters, and short. Different long names remain different.
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
