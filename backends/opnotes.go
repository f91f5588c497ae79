package backends

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// OpNote is what a program remembers of an operation that it was made from.
type OpNote struct {
	ID    uint32
	Name  string // "stablehlo.add"
	Place string // the name of its location, if it has one
	// Host is the operation whose step does its work: itself, one that it was fused into,
	// or 0 where nothing does.
	Host uint32

	loc ir.Loc // where errors are; unknown in an imported program
}

// OpNotes are the operations of a function, in order.
type OpNotes []OpNote

// OpError is the failure of an operation in a run.
type OpError struct {
	Op   OpNote
	Says string   // what is wrong, in words that follow the operation's name
	Err  error    // the cause
	With []OpNote // operations that were executed together with it
}

func (e *OpError) Error() string { return e.Diagnostic().Error() }

// Unwrap returns the cause.
func (e *OpError) Unwrap() error { return e.Err }

// Diagnostic implements diag.Diagnoser. It has the operation's place or, where that is not
// known, its id.
func (e *OpError) Diagnostic() *diag.Diagnostic {
	d := diag.Errorf(e.Op.loc.Span(), "%s %s", e.Op.called(), e.says())
	if d.Place = e.Op.loc.Place(); e.Op.loc.IsUnknown() {
		d.Place = e.Op.Place
	}
	for i := range e.With {
		d.Note(e.With[i].loc.Span(), "%s was executed together with it", e.With[i].called())
	}
	return d
}

// says is what is wrong, and why, where the cause says more than Says has of it.
func (e *OpError) says() string {
	if e.Err == nil {
		return cmp.Or(e.Says, "failed")
	}
	why := diag.Messages(e.Err)
	switch {
	case e.Says == "":
		return "failed: " + why
	case strings.Contains(why, e.Says) || strings.Contains(e.Says, why):
		return e.Says
	}
	return e.Says + ": " + why
}

// called is the operation in diagnostics: with its id where its place is not known.
func (n *OpNote) called() string {
	if n.loc.IsUnknown() {
		return fmt.Sprintf("'%s' op #%d", n.Name, n.ID)
	}
	return fmt.Sprintf("'%s' op", n.Name)
}

// Numbered returns m, or a copy of it where operations have no ids: those then have numbers
// above all others, in pre-order.
func Numbered(m ir.Module) ir.Module {
	complete, last := true, uint32(0)
	m.Op.Walk(func(op *ir.Op) bool {
		complete = complete && (op.ID() != 0 || op == m.Op)
		last = max(last, op.ID())
		return true
	})
	if complete {
		return m
	}
	m.Op = ir.CloneModule(m.Op)
	m.Op.Walk(func(op *ir.Op) bool {
		op.Underive()
		if op.ID() == 0 {
			last++
			op.SetID(last)
		}
		return true
	})
	return m
}

// NoteOps returns the operations of f, each its own host.
func NoteOps(f fn.Func) OpNotes {
	var ns OpNotes
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() {
			break
		}
		ns = append(ns, NoteOf(op))
	}
	return ns
}

// NoteOf returns the note of one operation, its own host.
func NoteOf(op *ir.Op) OpNote {
	n := OpNote{ID: op.ID(), Name: op.Name(), Host: op.ID(), loc: op.Loc()}
	if d, ok := ir.AttrAs[*ir.NamedLoc](op.Loc().Attr()); ok {
		n.Place = d.Name
	}
	return n
}

// Index returns the notes by id.
func (ns OpNotes) Index() map[uint32]*OpNote {
	index := make(map[uint32]*OpNote, len(ns))
	for i := range ns {
		index[ns[i].ID] = &ns[i]
	}
	return index
}

// mainOf is the operation that a step is reported as: the last of those that it does the
// work of; nil where none is known.
func mainOf(index map[uint32]*OpNote, ops []uint32) *OpNote {
	for _, id := range slices.Backward(ops) {
		if n := index[id]; n != nil {
			return n
		}
	}
	return nil
}

// Hosted returns, by id of the host, the operations whose work it does, in order.
func (ns OpNotes) Hosted() map[uint32][]uint32 {
	hosted := map[uint32][]uint32{}
	for _, n := range ns {
		if n.Host != 0 {
			hosted[n.Host] = append(hosted[n.Host], n.ID)
		}
	}
	return hosted
}

// Settle gives each operation of f, which the notes are of, its host: what the step that
// does its work is reported as, or the host of its first reader where no step does. steps
// are the ids of the operations that each step does the work of.
func (ns OpNotes) Settle(f fn.Func, steps [][]uint32) {
	index := ns.Index()
	for i := range ns {
		ns[i].Host = 0
	}
	for _, ops := range steps {
		main := mainOf(index, ops)
		for _, id := range ops {
			if n := index[id]; n != nil && n.Host == 0 {
				n.Host = main.ID
			}
		}
		if main != nil {
			main.Host = main.ID // it may have been fused into an earlier step as well
		}
	}
	for op := range f.Entry().Backward() {
		n := index[op.ID()]
		if n == nil || n.Host != 0 {
			continue
		}
		for v := range op.Results() {
			for u := range v.Uses() {
				if reader := index[u.Owner().ID()]; reader != nil && n.Host == 0 {
					n.Host = reader.Host
				}
			}
		}
	}
}

// Encode writes the notes, without places in texts.
func (ns OpNotes) Encode(e *sealed.Encoder) {
	e.Uint(uint64(len(ns)))
	for _, n := range ns {
		e.Uint(uint64(n.ID))
		e.Uint(uint64(n.Host))
		e.String(n.Name)
		e.String(n.Place)
	}
}

// DecodeOpNotes reads notes, and takes places from the module that they are of, if there
// is one.
func DecodeOpNotes(d *sealed.Decoder, source ir.Module) OpNotes {
	var ns OpNotes = sealed.DecodeList(d, 4, func() OpNote {
		return OpNote{ID: uint32(d.Uint()), Host: uint32(d.Uint()), Name: d.String(), Place: d.String()}
	})
	if source.Op != nil {
		locs := map[uint32]ir.Loc{}
		Numbered(source).Op.Walk(func(op *ir.Op) bool { locs[op.ID()] = op.Loc(); return true })
		for i := range ns {
			ns[i].loc = locs[ns[i].ID]
		}
	}
	return ns
}
