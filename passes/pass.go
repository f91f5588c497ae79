// Package passes is the framework for passes: their declaration, pipelines and the text form of
// pipelines, and the pass manager with its instrumentation.
package passes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"unsafe"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/outfile"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Pass is a name and a function that runs on an operation. On and OnWith make passes. The caller
// may then set other fields.
type Pass struct {
	Name string // "cse", as in flags and pipelines
	// Doc begins with a line for listings. After an empty line, further text may follow.
	Doc string
	// Title is the name in dumps of the program, such as "CSE". On derives it from Name:
	// "symbol-dce" gives "SymbolDce".
	Title string
	// Anchor is the name of the operations that the pass runs on, such as "func.func". If it is "",
	// the pass runs on any operation that is isolated from above.
	Anchor string
	// After lists passes that must come before this pass if they are in the same pipeline.
	After []string
	// Needs lists facts. If one of them does not hold, the pass fails before it begins. Provides
	// lists facts that usually hold after the pass. If a later pass needs a fact of Provides that
	// does not hold, the error names this pass.
	Needs    []Fact
	Provides []string
	// Separable says that the pass treats each isolated operation separately. The manager may then
	// run it on functions in parallel, even if its pipeline runs on the module.
	Separable bool

	// Names says that messages of the pass contain value names of the program's text, so the parser
	// must keep these names.
	Names bool

	options reflect.Value // defaults; invalid for none
	run     func(r *Run, op *ir.Op, options any) error
	matches func(op *ir.Op) bool // whether op has the type of operation that the pass runs on
}

// Target is what a pass can run on: *ir.Op for any operation, or a view.
type Target interface {
	*ir.Op | ~struct{ ir.Ref }
	Spec() ir.Spec
}

// On returns a pass with the given name. The type T says what the pass runs on: fn.Func for a
// function pass, which the manager runs in parallel over functions; ir.Module for a module pass;
// *ir.Op for a pass on any operation.
func On[T Target](name, doc string, run func(r *Run, on T) error) Pass {
	return newPass(name, doc, reflect.Value{}, func(r *Run, op T, _ any) error { return run(r, op) })
}

// OnWith is like On, but for a pass with options. The parameter defaults is a struct of the default
// options, whose fields have the tags opt:"name" and help:"text".
func OnWith[T Target, O any](name, doc string, defaults O, run func(r *Run, on T, o O) error) Pass {
	return newPass(name, doc, reflect.ValueOf(defaults), func(r *Run, op T, o any) error { return run(r, op, o.(O)) })
}

// With returns p with other defaults for its options, in a struct of the same type.
func (p Pass) With(options any) Pass {
	v := reflect.ValueOf(options)
	if !p.options.IsValid() || v.Type() != p.options.Type() {
		panic(fmt.Sprintf("passes: BUG: pass %q has no options of type %T", p.Name, options))
	}
	p.options = v
	return p
}

func newPass[T Target](name, doc string, options reflect.Value, run func(*Run, T, any) error) Pass {
	p := Pass{Name: name, Doc: doc, Title: titleOf(name), options: options}
	var zero T
	if p.Anchor = zero.Spec().Name; p.Anchor != "" {
		view := reflect.TypeFor[T]()
		p.matches = func(op *ir.Op) bool { return reflect.TypeOf(op.Def().Zero()) == view }
	} else {
		p.matches = func(*ir.Op) bool { return true }
	}
	p.run = func(r *Run, op *ir.Op, o any) error {
		// A view has the memory layout of *ir.Op: one pointer.
		return run(r, *(*T)(unsafe.Pointer(&op)), o)
	}
	return p
}

// titleOf returns "SymbolDce" for "symbol-dce".
func titleOf(name string) string {
	var b []byte
	up := true
	for i := range len(name) {
		c := name[i]
		if c == '-' || c == '_' {
			up = true
			continue
		}
		if up && c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		b = append(b, c)
		up = false
	}
	return string(b)
}

// Summary returns the first line of Doc.
func (p *Pass) Summary() string {
	for i := range len(p.Doc) {
		if p.Doc[i] == '\n' {
			return p.Doc[:i]
		}
	}
	return p.Doc
}

// Run has what a pass receives besides the operation. It belongs to the goroutine that runs the
// pass.
type Run struct {
	Ctx      context.Context
	Registry *ir.Registry
	// Log records decisions; it may be nil.
	Log *decision.Log
	// Canonical has the canonicalization patterns of all dialects.
	Canonical *rewrite.Set
	// Out receives the output of the pass.
	Out io.Writer
	// InsideDone is set if a separable pass has already run on the isolated operations nested in
	// the operation. The pass must then skip them.
	InsideDone bool

	pass      string // the name of the running pass
	unchanged bool
	notes     diag.List
	parsed    map[string]*Pipeline // pipelines that the method Pipeline parsed, by text
	stats     map[string]int
	e         *execution
}

// WriteFile writes a file that an option of the pass names. After an error, a regular file is
// unchanged. See Manager.LocalFiles.
func (r *Run) WriteFile(name string, data []byte) error {
	if r.e == nil || !r.e.m.LocalFiles {
		return outfile.Write(name, data)
	}
	here, err := os.OpenRoot(".")
	if err != nil {
		return err
	}
	defer here.Close()
	if err := outfile.WriteBelow(here, name, data); err != nil {
		return fmt.Errorf("%w (a pipeline in an input file may write only below the current folder; --allow-writing-anywhere lifts this restriction)", err)
	}
	return nil
}

// LocalFiles reports whether WriteFile writes only below the current folder.
func (r *Run) LocalFiles() bool { return r.e != nil && r.e.m.LocalFiles }

// Pipeline runs a pipeline on op, which must be the operation that the pass runs on, or be nested
// in it. The parameter steps is the text of the pipeline without the anchor.
func (r *Run) Pipeline(op *ir.Op, steps string) error {
	if r.e == nil || r.e.m.Known == nil {
		return errors.New("cannot look up passes by name: the pass manager has no list of them")
	}
	text := op.Name() + "(" + steps + ")"
	p := r.parsed[text]
	if p == nil {
		var err error
		if p, err = Parse(text, r.e.m.Known); err != nil {
			return err
		}
		if r.parsed == nil {
			r.parsed = map[string]*Pipeline{}
		}
		r.parsed[text] = p
	}
	return r.e.pipeline(op, p, nil)
}

// Allows reports whether the running pass may change the operations with the given ids. The
// manager's Veto can forbid it.
func (r *Run) Allows(ops []uint32) bool {
	if r.e == nil || r.e.m.Veto == nil {
		return true
	}
	return !slices.ContainsFunc(ops, func(id uint32) bool { return r.e.m.Veto(r.pass, id) })
}

// Printing returns the options for printing programs.
func (r *Run) Printing() ir.PrintOptions {
	if r.e == nil || r.e.m.Print.Options == (ir.PrintOptions{}) {
		return ir.NewPrintOptions()
	}
	return r.e.m.Print.Options
}

// Unchanged says that the pass changed nothing, so that the operation need not be verified again.
// It is nevertheless verified if Manager.Unverified is set.
func (r *Run) Unchanged() { r.unchanged = true }

// Note reports a warning or remark about the program.
func (r *Run) Note(d *diag.Diagnostic) { r.notes = append(r.notes, d) }

// Count adds n to the statistic with the given name.
func (r *Run) Count(name string, n int) {
	if n == 0 {
		return
	}
	if r.stats == nil {
		r.stats = map[string]int{}
	}
	r.stats[name] += n
}
