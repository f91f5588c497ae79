package driver_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// mutant is a program with one mistake.
type mutant struct {
	op   string // the operation with the mistake
	what string // the kind of mistake
	text []byte // in generic form
}

// mutator makes mutants of the programs in lit/. It parses each program as unregistered
// operations, so that every part can be changed.
type mutator struct {
	full, bare *ir.Registry
	wanted     func(op string) bool
	seen       map[string]bool
	mutants    []mutant
}

func newMutator(t *testing.T, full *ir.Registry, wanted func(string) bool) *mutator {
	t.Helper()
	bare, err := ir.NewRegistry(builtin.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	return &mutator{full: full, bare: bare, wanted: wanted, seen: map[string]bool{}}
}

// addFiles makes mutants of the first operation of each name in the files below dir.
func (m *mutator) addFiles(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob(filepath.Join(dir, "*", "*", "*.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(files, more...) {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, chunk := range bytes.Split(text, []byte("\n// -----")) {
			m.addProgram(f, chunk)
		}
	}
}

// addProgram makes mutants of a program. It ignores programs with errors.
func (m *mutator) addProgram(name string, text []byte) {
	text, ok := m.generic(name, text)
	if !ok {
		return
	}
	for top := range m.read(text).RegionAt(0).Blocks[0].Ops() {
		part := text
		if own, ok := m.generic(name, []byte(generic(top))); ok {
			part = own
		}
		m.addPart(part)
	}
}

// generic returns a program in generic form, or false if the program has errors.
func (m *mutator) generic(name string, text []byte) ([]byte, bool) {
	op, err := asm.Parse(m.full, diag.NewSource(name, text), asm.Options{AllowUnregistered: true})
	if err != nil {
		return nil, false
	}
	return []byte(generic(op)), true
}

func generic(op *ir.Op) string {
	o := ir.NewPrintOptions()
	o.Generic, o.LocalScope, o.UniqueIDs = true, true, true
	var b bytes.Buffer
	asm.Print(&b, op, o)
	return b.String()
}

// read returns the program with unregistered operations.
func (m *mutator) read(text []byte) *ir.Op {
	op, err := asm.Parse(m.bare, diag.NewSource("generic", text), asm.Options{AllowUnregistered: true, SkipVerify: true})
	if err != nil {
		panic("BUG: the generic form of a valid program does not parse: " + err.Error() + "\n" + string(text))
	}
	return op
}

// addPart makes mutants of a program's operations, except those with names seen before.
func (m *mutator) addPart(text []byte) {
	var names []string
	at := 0
	m.read(text).Walk(func(op *ir.Op) bool {
		if n := op.Name(); m.wanted(n) && !m.seen[n] {
			m.seen[n] = true
			names = append(names, n)
			m.mutate(text, at, op)
		}
		at++
		return true
	})
}

// mutate makes mutants of op, the operation that has the given index in the program.
func (m *mutator) mutate(text []byte, at int, op *ir.Op) {
	for _, s := range mistakes(op) {
		top := m.read(text)
		var target *ir.Op
		i := 0
		top.Walk(func(op *ir.Op) bool {
			if i == at {
				target = op
			}
			i++
			return true
		})
		if s.make(target) {
			m.mutants = append(m.mutants, mutant{op.Name(), s.what, []byte(generic(top))})
		}
	}
}

// mistake is one way to make an operation invalid. The function in the field "make" applies the
// mistake, and reports whether the mistake was applicable.
type mistake struct {
	what string
	make func(op *ir.Op) bool
}

func mistakes(op *ir.Op) []mistake {
	var ms []mistake
	add := func(what string, f func(op *ir.Op) bool) { ms = append(ms, mistake{what, f}) }
	for i := range min(op.NumOperands(), 3) {
		n := strconv.Itoa(i)
		for _, other := range otherTypes(op.OperandAt(i).Type()) {
			add("operand "+n+" of type "+other.String(), func(op *ir.Op) bool {
				op.SetOperandAt(i, valueOf(op, other))
				return true
			})
		}
	}
	if op.NumOperands() > 0 {
		add("operand missing", func(op *ir.Op) bool {
			op.SetOperands(op.OperandRange(0, op.NumOperands()-1))
			return true
		})
	}
	add("operand too many", func(op *ir.Op) bool {
		op.SetOperands(append(op.OperandRange(0, op.NumOperands()), valueOf(op, ir.Index())))
		return true
	})
	for i := range min(op.NumResults(), 2) {
		n := strconv.Itoa(i)
		for _, other := range otherTypes(op.ResultAt(i).Type()) {
			add("result "+n+" of type "+other.String(), func(op *ir.Op) bool {
				types := op.ResultTypes()
				types[i] = other
				return rebuild(op, types, op.NumRegions())
			})
		}
	}
	if op.NumResults() > 0 {
		add("result missing", func(op *ir.Op) bool {
			return rebuild(op, op.ResultTypes()[:op.NumResults()-1], op.NumRegions())
		})
	}
	add("result too many", func(op *ir.Op) bool {
		return rebuild(op, append(op.ResultTypes(), ir.Index()), op.NumRegions())
	})
	add("region too many", func(op *ir.Op) bool { return rebuild(op, op.ResultTypes(), op.NumRegions()+1) })
	if op.NumRegions() > 0 {
		add("region missing", func(op *ir.Op) bool { return rebuild(op, op.ResultTypes(), op.NumRegions()-1) })
	}
	return append(ms, attrMistakes(op)...)
}

func attrMistakes(op *ir.Op) []mistake {
	var ms []mistake
	props, _ := ir.AttrAs[*ir.DictAttr](op.Properties())
	if props == nil {
		return nil
	}
	for i, e := range props.Entries {
		with := func(what string, a ir.Attr) {
			ms = append(ms, mistake{"attribute " + e.Name + " " + what, func(op *ir.Op) bool {
				props, _ := ir.AttrAs[*ir.DictAttr](op.Properties())
				es := append([]ir.NamedAttr{}, props.Entries[:i]...)
				if !a.IsNil() {
					es = append(es, ir.NamedAttr{Name: e.Name, Attr: a})
				}
				op.SetProperties(ir.NewDict(append(es, props.Entries[i+1:]...)...))
				return true
			}})
		}
		with("missing", ir.Attr{})
		if ir.IsAttr[*ir.StringAttr](e.Attr) {
			with("of another kind", ir.BoolAttr(true))
		} else {
			with("of another kind", ir.NewString("wrong"))
		}
		if n, ok := ir.AttrAs[*ir.IntAttr](e.Attr); ok && n.Type != ir.I1() {
			with("out of range", ir.NewInt(99, n.Type))
		}
	}
	return ms
}

// otherTypes returns an unrelated type, and a type similar to t.
func otherTypes(t ir.Type) []ir.Type {
	near := ir.F32()
	if t.Elem() == near {
		near = ir.I32()
	}
	if shape, ok := t.Shape(); ok && len(shape) > 0 {
		near = t.WithElem(near)
	}
	return []ir.Type{ir.None(), near}
}

// valueOf returns a new value of type t that op can use.
func valueOf(op *ir.Op, t ir.Type) *ir.Value {
	b := ir.NewBuilder(op.Registry())
	b.Before(op)
	return b.Op("test.value", ir.Init{Results: []ir.Type{t}}).Result()
}

// rebuild replaces op by an operation with results of the given types and the given number of
// regions. Users of op's results then use new values of the old types. rebuild returns false if op
// is the top-level operation.
func rebuild(op *ir.Op, types []ir.Type, regions int) bool {
	if op.Block() == nil {
		return false
	}
	for v := range op.Results() {
		if v.HasUses() {
			v.ReplaceAllUses(valueOf(op, v.Type()))
		}
	}
	b := ir.NewBuilder(op.Registry())
	b.Before(op)
	in := ir.Init{Operands: op.OperandList(), Results: types, NumRegions: regions, Successors: op.Successors()}
	n := b.Op(op.Name(), in)
	if p := op.Properties(); !p.IsNil() {
		n.SetProperties(p)
	}
	for _, e := range op.DiscardableAttrs() {
		n.SetDiscardable(e.Name, e.Attr)
	}
	for i := range min(regions, op.NumRegions()) {
		n.RegionAt(i).TakeBlocks(op.RegionAt(i))
	}
	op.Erase()
	return true
}

// dialectOf returns the part of an operation's name before the first dot.
func dialectOf(op string) string {
	d, _, _ := strings.Cut(op, ".")
	return d
}
