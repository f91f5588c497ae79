package clusterverify

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// held is the data that one device holds for a function.
type held struct {
	constants int64
	origins   map[uint32]bool    // ids of the originals of constants
	inside    map[*ir.Op]bool    // nested constants
	statics   map[*ir.Value]bool // arguments that count as constants
	spans     map[*ir.Value]span // values between clusters
}

// span is the range of clusters that need a value, first to last.
type span struct{ first, last int }

// step is one cluster of a function. A list of steps is in the order of execution.
type step struct {
	op     *ir.Op
	device string
	body   *ir.Block
}

// memory checks that each device with a memory limit can hold the constants and the static
// arguments of its clusters in f. Copies of a constant count once. With Options.Activations, the
// values of a run count too. memory returns the devices that cannot hold the constants and static
// arguments.
func (v *verifier) memory(f fn.Func) (full []string) {
	steps := v.steps(f)
	for _, device := range v.limited {
		limit := v.limits[device]
		h := v.holds(f, steps, device)
		if h.constants > limit {
			v.fail(ir.Errorf(f.Op, "@%s needs %d bytes of constants on device '%s', which holds %d", f.SymName(), h.constants, device, limit).
				WithHelp("divide with partition=fit, or correct the memory of the device in " + cluster.DevicesAttr))
			full = append(full, device)
			continue
		}
		if peak, at := v.peak(&h, steps, device); v.options.Activations && peak > limit {
			d := ir.Errorf(f.Op, "@%s needs %d bytes on device '%s', which holds %d", f.SymName(), peak, device, limit)
			v.fail(ir.NoteAt(d, at, "the peak is at this cluster, with %d bytes of constants", h.constants))
		}
	}
	return full
}

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

// holds returns the constants of a device and the lifetime of each value on it. A value
// lives from the first cluster that produces or reads it to the last cluster that reads it.
// Function results live to the end.
func (v *verifier) holds(f fn.Func, steps []step, device string) held {
	h := held{origins: map[uint32]bool{}, statics: map[*ir.Value]bool{}, inside: map[*ir.Op]bool{}, spans: map[*ir.Value]span{}}
	for i, s := range steps {
		if s.device != device {
			continue
		}
		for op := range s.body.Ops() {
			if irplace.IsConstant(op) {
				h.constant(op)
				continue
			}
			h.constants += v.insides.HeldBytes(op, h.inside)
		}
		for x := range s.op.Operands() {
			if irplace.Static(x) {
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
	h.constants += irplace.ConstantBytes(op)
}

// static counts a static argument as a constant.
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

// peak returns the largest number of bytes that a device holds at once, and the cluster that runs
// at this time.
func (v *verifier) peak(h *held, steps []step, device string) (peak int64, at *ir.Op) {
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
		// The results are part of both live and body.
		results := int64(0)
		for x := range s.op.Results() {
			results += size(x.Type())
		}
		body, _ := v.inside(s.body, false)
		if now := live - results + body; now > peak {
			peak, at = now, s.op
		}
	}
	return peak, at
}

// inside returns the peak memory of a block: the results of its operations, and the peak of nested
// operations. A result is freed after its last reader or, if it has no reader, after its operation.
// Values that other blocks read are not part of the peak; beyond is their number of bytes. If "own"
// is true, arguments count, since they do not share memory with outer values.
func (v *verifier) inside(body *ir.Block, own bool) (peak, beyond int64) {
	number := map[*ir.Op]int{}
	for op := range body.Ops() {
		number[op] = len(number)
	}
	gone, live := make([]int64, len(number)+1), int64(0)
	hold := func(x *ir.Value, last int) {
		for u := range x.Uses() {
			reader := around(u.Owner(), body)
			if reader == nil {
				beyond += size(x.Type())
				return
			}
			last = max(last, number[reader])
		}
		live += size(x.Type())
		gone[last] += size(x.Type())
	}
	if own {
		for _, x := range body.Args() {
			hold(x, 0)
		}
	}
	for op := range body.Ops() {
		if irplace.IsConstant(op) {
			continue
		}
		peak = max(peak, live, live+v.within(op))
		for x := range op.Results() {
			hold(x, number[op])
		}
		peak = max(peak, live)
		live -= gone[number[op]]
	}
	return peak, beyond
}

// within returns the largest peak memory of a region of op or of a function that op references.
func (v *verifier) within(op *ir.Op) (peak int64) {
	_, elements := ir.Cast[irplace.Repeating](op)
	for i := range op.NumRegions() {
		peak = max(peak, v.region(op.RegionAt(i), !elements))
	}
	ir.SymbolRefs(op, func(r *ir.SymbolRefAttr) {
		f, ok := ir.As[fn.Func](v.symbols.Lookup(r.Root))
		if !ok || f.IsDeclaration() {
			return
		}
		if _, met := v.called[f.Op]; !met {
			v.called[f.Op] = 0 // ends the recursion if the function calls itself
			v.called[f.Op] = v.region(f.Body(), false)
		}
		peak = max(peak, v.called[f.Op])
	})
	return peak
}

// region returns the peak memory of a region: the largest peak of a block, plus the bytes of values
// that blocks define for other blocks.
func (v *verifier) region(r *ir.Region, own bool) (peak int64) {
	shared := int64(0)
	for i, blk := range r.Blocks {
		alone, beyond := v.inside(blk, own || i > 0)
		shared += beyond
		peak = max(peak, alone)
	}
	return peak + shared
}

// around returns the operation of body that is op or contains it, or nil.
func around(op *ir.Op, body *ir.Block) *ir.Op {
	for op != nil && op.Block() != body {
		op = op.Parent()
	}
	return op
}

// size returns the number of bytes of a value of type t, or 0 if the size is not known.
func size(t ir.Type) int64 {
	n, _ := irplace.Bytes(t)
	return n
}

// readLimits records the memory limits of a module's devices.
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
