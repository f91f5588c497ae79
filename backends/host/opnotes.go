package host

import (
	"slices"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// OpNotes are notes about the operations of a function, in order.
type OpNotes []backends.OpNote

// Numbered returns m if all its operations have ids, otherwise a numbered copy; see Number.
func Numbered(m ir.Module) ir.Module {
	complete := true
	m.Op.Walk(func(op *ir.Op) bool {
		complete = complete && (op.ID() != 0 || op == m.Op)
		return complete
	})
	if complete {
		return m
	}
	m.Op = ir.CloneModule(m.Op)
	Number(m)
	return m
}

// Number assigns ids, in pre-order, to the operations of m that have none. The new ids are larger
// than all existing ids.
func Number(m ir.Module) {
	last := uint32(0)
	m.Op.Walk(func(op *ir.Op) bool {
		last = max(last, op.ID())
		return true
	})
	m.Op.Walk(func(op *ir.Op) bool {
		op.Underive()
		if op.ID() == 0 {
			last++
			op.SetID(last)
		}
		return true
	})
}

// NoteOps returns notes about the operations of f, except its terminator. Each is its own Host.
func NoteOps(f fn.Func) OpNotes {
	var ns OpNotes
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() {
			break
		}
		ns = append(ns, backends.NoteOf(op))
	}
	return ns
}

// Index returns the notes by id.
func (ns OpNotes) Index() map[uint32]*backends.OpNote {
	index := make(map[uint32]*backends.OpNote, len(ns))
	for i := range ns {
		index[ns[i].ID] = &ns[i]
	}
	return index
}

// mainOf returns the note of the operation under which a step is reported. It is the last of the
// step's operations "ops" that has a note in index. If there is none, the result is nil.
func mainOf(index map[uint32]*backends.OpNote, ops []uint32) *backends.OpNote {
	for _, id := range slices.Backward(ops) {
		if n := index[id]; n != nil {
			return n
		}
	}
	return nil
}

// Hosted maps the id of each host to the ids of its operations, in order.
func (ns OpNotes) Hosted() map[uint32][]uint32 {
	hosted := map[uint32][]uint32{}
	for _, n := range ns {
		if n.Host != 0 {
			hosted[n.Host] = append(hosted[n.Host], n.ID)
		}
	}
	return hosted
}

// Settle sets the hosts in ns, the notes of the operations of f. steps lists the operations that
// each step executes. Their host is the operation under which the step is reported. An operation
// that no step executes gets the host of an operation that reads its results, or 0.
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
			main.Host = main.ID // an earlier step that also executes main may have set another host
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

// Encode writes the notes, without source positions.
func (ns OpNotes) Encode(e *sealed.Encoder) {
	e.Uint(uint64(len(ns)))
	for _, n := range ns {
		e.Uint(uint64(n.ID))
		e.Uint(uint64(n.Host))
		e.String(n.Name)
		e.String(n.Place)
	}
}

// DecodeOpNotes reads notes. If source is set, it is the module of the operations, and the notes
// get their source positions from it.
func DecodeOpNotes(d *sealed.Decoder, source ir.Module) OpNotes {
	var ns OpNotes = sealed.DecodeList(d, 4, func() backends.OpNote {
		return backends.OpNote{ID: uint32(d.Uint()), Host: uint32(d.Uint()), Name: d.String(), Place: d.String()}
	})
	if source.Op != nil {
		locs := map[uint32]ir.Loc{}
		Numbered(source).Op.Walk(func(op *ir.Op) bool { locs[op.ID()] = op.Loc(); return true })
		for i := range ns {
			ns[i].Loc = locs[ns[i].ID]
		}
	}
	return ns
}
