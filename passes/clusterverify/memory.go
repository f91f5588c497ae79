package clusterverify

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// held is what one device holds of a function.
type held struct {
	constants int64
	origins   map[uint32]bool    // constants, by the id of their original
	inside    map[*ir.Op]bool    // constants that operations hold
	statics   map[*ir.Value]bool // arguments that count as constants
	spans     map[*ir.Value]span // values between clusters
}

// span is from the first to the last cluster that needs a value.
type span struct{ first, last int }

// step is one cluster of a function, in the order in which they run.
type step struct {
	op     *ir.Op
	device string
	body   *ir.Block
}

// memory checks that each device can hold what f gives it: the constants of its
// clusters, each original once, and, where Options say so, the values of a run too.
func (v *verifier) memory(f fn.Func) {
	steps := v.steps(f)
	for _, device := range v.limited {
		limit := v.limits[device]
		h := v.holds(f, steps, device)
		if h.constants > limit {
			v.fail(ir.Errorf(f.Op, "@%s needs %d bytes of constants on device '%s', which holds %d", f.SymName(), h.constants, device, limit).
				WithHelp("divide with partition=fit, or correct the memory of the device in " + cluster.DevicesAttr))
			continue
		}
		if peak, at := h.peak(steps, device); v.options.Activations && peak > limit {
			d := ir.Errorf(f.Op, "@%s needs %d bytes on device '%s', which holds %d", f.SymName(), peak, device, limit)
			v.fail(ir.NoteAt(d, at, "at this cluster, with %d bytes of constants", h.constants))
		}
	}
}

// steps lists the clusters of f.
func (v *verifier) steps(f fn.Func) []step {
	var steps []step
	for op := range f.Entry().Ops() {
		switch o := op.View().(type) {
		case cluster.Region:
			steps = append(steps, step{op, o.Device(), o.Body()})
		case cluster.Launch:
			g, ok := ir.As[fn.Func](v.symbols.Lookup(o.CalleeName()))
			if ok && !g.IsDeclaration() {
				steps = append(steps, step{op, o.Device(), g.Entry()})
			}
		}
	}
	return steps
}

// holds finds the constants of a device, and how long it holds which value: from when
// one of its clusters makes or first reads it to when one last reads it; what the
// function returns stays to the end.
func (v *verifier) holds(f fn.Func, steps []step, device string) held {
	h := held{origins: map[uint32]bool{}, statics: map[*ir.Value]bool{}, inside: map[*ir.Op]bool{}, spans: map[*ir.Value]span{}}
	for i, s := range steps {
		if s.device != device {
			continue
		}
		for op := range s.body.Ops() {
			if placement.IsConstant(op) {
				h.constant(op)
				continue
			}
			h.constants += v.insides.HeldBytes(op, h.inside)
		}
		for x := range s.op.Operands() {
			if placement.Static(x) {
				h.static(x)
				continue
			}
			h.keep(x, i, i)
		}
		for x := range s.op.Results() {
			h.keep(x, i, i)
			for u := range x.Uses() {
				if u.Owner() == f.Entry().Last() {
					h.keep(x, i, len(steps)-1)
				}
			}
		}
	}
	return h
}

func (h *held) constant(op *ir.Op) {
	id, copied := cluster.Origin(op)
	if copied && h.origins[id] {
		return
	}
	h.origins[id] = copied
	h.constants += placement.ConstantBytes(op)
}

// static counts an argument that is given once, when the program is loaded.
func (h *held) static(x *ir.Value) {
	if !h.statics[x] {
		h.statics[x] = true
		h.constants += size(x.Type())
	}
}

func (h *held) keep(x *ir.Value, first, last int) {
	s, ok := h.spans[x]
	if !ok {
		s = span{first, last}
	}
	h.spans[x] = span{min(s.first, first), max(s.last, last)}
}

// peak is the most that a device holds, and the cluster at which it does.
func (h *held) peak(steps []step, device string) (peak int64, at *ir.Op) {
	change := make([]int64, len(steps)+1)
	for x, s := range h.spans {
		change[s.first] += size(x.Type())
		change[s.last+1] -= size(x.Type())
	}
	live := h.constants
	for i, s := range steps {
		live += change[i]
		if s.device != device {
			continue
		}
		// Results are among what is live, and among what the body holds at its end.
		results := int64(0)
		for x := range s.op.Results() {
			results += size(x.Type())
		}
		if now := live - results + inside(s.body); now > peak {
			peak, at = now, s.op
		}
	}
	return peak, at
}

// inside is the most that the operations of a body hold of their own results, which go
// after their last reader.
func inside(body *ir.Block) (peak int64) {
	number := map[*ir.Op]int{}
	count := 0
	for op := range body.Ops() {
		number[op] = count
		count++
	}
	gone := make([]int64, count)
	live := int64(0)
	for op := range body.Ops() {
		if op == body.Last() {
			break
		}
		if placement.IsConstant(op) {
			continue
		}
		for x := range op.Results() {
			live += size(x.Type())
			last := number[op]
			if !x.HasUses() {
				last = count - 1 // nobody says when it may go
			}
			for u := range x.Uses() {
				last = max(last, number[around(u.Owner(), body)])
			}
			gone[last] += size(x.Type())
		}
		peak = max(peak, live)
		live -= gone[number[op]]
	}
	return peak
}

// around returns the operation of body that is op or contains it.
func around(op *ir.Op, body *ir.Block) *ir.Op {
	for op.Block() != body {
		op = op.Parent()
	}
	return op
}

// size is the size of a value in bytes; 0 where its type does not say.
func size(t ir.Type) int64 {
	n, _ := placement.Bytes(t)
	return n
}

// readLimits notes the memory that a module's devices have.
func (v *verifier) readLimits(m ir.Module) {
	targets, _ := cluster.Devices(m.Op)
	for _, t := range targets {
		dict, ok := ir.AttrAs[*ir.DictAttr](t.Properties)
		if !ok {
			continue
		}
		for _, p := range dict.Entries {
			if p.Name != "memory" {
				continue
			}
			n, ok := p.Attr.Int()
			if !ok || n <= 0 {
				v.fail(ir.Errorf(m.Op, "property 'memory' of device '%s' must be a number of bytes, but is %s", t.Name, p.Attr))
				continue
			}
			v.limited = append(v.limited, t.Name)
			v.limits[t.Name] = n
		}
	}
}
