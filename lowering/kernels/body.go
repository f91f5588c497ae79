package kernels

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/build"
)

// element returns the number a as a tensor of one element.
func element(a ir.Attr) *tensor.Tensor {
	one := tensor.New(a.TypeOf().Kind())
	switch d := a.Data().(type) {
	case *ir.IntAttr:
		one.SetInt(0, d.Value)
	case *ir.FloatAttr:
		one.SetBits(0, d.Lo)
	}
	return one
}

func lanesOf(v *ir.Value) int64 {
	if t, ok := ir.TypeAs[*ir.VectorType](v.Type()); ok {
		return t.Shape[0]
	}
	return 1
}

// broadcast returns a vector with the scalar v in all lanes. It returns v unchanged if lanes is 1
// or v is a vector.
func (w *writer) broadcast(v *ir.Value, lanes int64) *ir.Value {
	if lanes == 1 || lanesOf(v) > 1 {
		return v
	}
	if k, ok := ir.Defining[arith.Constant](v); ok {
		return w.constant(k.Value(), lanes)
	}
	x, ok := w.spread[v]
	if !ok {
		x = build.Broadcast(w.b, v, lanes)
		w.spread[v] = x
	}
	return x
}

func (w *writer) lane(v *ir.Value, l int64) *ir.Value { return build.Lane(w.b, v, l) }

// iteration writes the body of the first stage for copy u, which is an element or a vector of the
// tile (see w.copies). acc has the sums so far. A result may be a scalar if it is equal in all
// lanes.
func (w *writer) iteration(s *stage, u int, acc []*ir.Value) []*ir.Value {
	return w.evaluate(s, u, []ir.Mapping{w.outputs(s, acc)})[0]
}

// outputs maps the arguments of the body of s that are outputs to the values in acc.
func (w *writer) outputs(s *stage, acc []*ir.Value) (m ir.Mapping) {
	for i := range s.outs {
		m.Map(s.body.Arg(len(s.ins)+i), acc[i])
	}
	return m
}

// continued writes the body of a later stage for copy u. results has the results of the earlier
// stages, which the body can take as arguments.
func (w *writer) continued(s *stage, u int, results []*ir.Value) []*ir.Value {
	var m ir.Mapping
	for i, from := range s.from {
		if from >= 0 {
			m.Map(s.body.Arg(i), results[from])
		}
	}
	return w.evaluate(s, u, []ir.Mapping{m})[0]
}

// evaluate writes the body of s for the copies first, first + 1, …, operation by operation. ms[k]
// maps the arguments of the body that copy first + k does not load from memory.
func (w *writer) evaluate(s *stage, first int, ms []ir.Mapping) [][]*ir.Value {
	for i := range s.ins {
		for u := range ms {
			a := s.body.Arg(i)
			if _, ok := ms[u].Lookup(a); !ok && a.HasUses() {
				ms[u].Map(a, w.load(first+u, s.first+i))
			}
		}
	}
	for op := range s.body.Ops() {
		for u := range ms {
			if op != s.body.Last() {
				w.operation(s, first+u, op, &ms[u])
			}
		}
	}
	out := make([][]*ir.Value, len(ms))
	for v := range s.body.Last().Operands() {
		for u := range ms {
			out[u] = append(out[u], w.outside(&ms[u], v))
		}
	}
	return out
}

// outside returns the value to which m maps v. If m does not map v, v is a scalar of the host
// function, which outside computes in the kernel.
func (w *writer) outside(m *ir.Mapping, v *ir.Value) *ir.Value {
	if x, ok := m.Lookup(v); ok {
		return x
	}
	return w.scalar(v)
}

// operation writes one operation of the body: on scalars if all operands are equal in all lanes,
// otherwise on vectors.
func (w *writer) operation(s *stage, u int, op *ir.Op, m *ir.Mapping) {
	switch o := op.View().(type) {
	case arith.Constant:
		m.Map(o.Op.Result(), w.constant(o.Value(), 1))
		return
	case linalg.Index:
		m.Map(o.Op.Result(), w.loopIndex(u, s.loopOf(int(o.Dim()))))
		return
	case memref.Load:
		m.Map(o.Op.Result(), w.loadAt(s, u, o, m))
		return
	}
	lanes := int64(1)
	operands := op.OperandList()
	for i, v := range operands {
		operands[i] = w.outside(m, v)
		lanes = max(lanes, lanesOf(operands[i]))
	}
	var here ir.Mapping
	for i, v := range operands {
		here.Map(op.OperandAt(i), w.broadcast(v, lanes))
	}
	c := w.b.Clone(op, &here)
	if lanes > 1 {
		for v := range c.Results() {
			v.SetType(ir.Vector(v.Type(), lanes))
		}
	}
	for i, v := range c.ResultList() {
		m.Map(op.ResultAt(i), v)
	}
}

// loopIndex returns the index of the iteration of loop d, for each lane if d is vectorized.
func (w *writer) loopIndex(u, d int) *ir.Value {
	v := w.firstIndex(u, d)
	if d == w.vec && w.wide > 1 {
		v = arith.NewAddI(w.b, w.broadcast(v, w.wide), build.Step(w.b, w.wide)).Op.Result()
	}
	return v
}

// firstIndex returns the index of loop d for copy u, in the first lane.
func (w *writer) firstIndex(u, d int) *ir.Value {
	v := w.iv[d]
	if c := w.copies[u]; d == w.vec && c.column > 0 {
		v = arith.NewAddI(w.b, v, w.index(c.column)).Op.Result()
	} else if w.tile != nil && d == w.rows && c.row > 0 {
		v = arith.NewAddI(w.b, v, w.index(c.row)).Op.Result()
	}
	return v
}

// load reads access i of copy u. It reads a scalar if all lanes read the same element.
func (w *writer) load(u, i int) *ir.Value {
	if w.edge && len(w.access(i).edges) > 0 {
		return w.loadAtEdge(u, i)
	}
	key := w.loadKey(u, i)
	if v, ok := w.loaded[key]; ok {
		return v
	}
	v := w.loadFrom(key.buffer, key.at, w.stride(i))
	w.loaded[key] = v
	return v
}

// loadFrom reads from[at + l·stride] for each lane l, or a scalar if stride is 0.
func (w *writer) loadFrom(from, at *ir.Value, stride int64) *ir.Value {
	switch stride {
	case 0:
		return build.Load(w.b, from, at)
	case 1:
		return w.neighbors(from, at)
	}
	return w.gather(from, w.apart(at, stride))
}

// apart returns the vector of the addresses at + l·stride for each lane l.
func (w *writer) apart(at *ir.Value, stride int64) *ir.Value {
	steps := arith.NewMulI(w.b, build.Step(w.b, w.wide), w.broadcast(w.index(stride), w.wide)).Op.Result()
	return arith.NewAddI(w.b, w.broadcast(at, w.wide), steps).Op.Result()
}

// stride returns the distance between the elements of access i in adjacent lanes. It returns 0 if
// the code computes scalars.
func (w *writer) stride(i int) int64 {
	if w.wide == 1 {
		return 0
	}
	return w.access(i).coef[w.vec]
}

func (w *writer) loadKey(u, i int) loadKey {
	return loadKey{w.args[w.access(i).memory], w.address(u, i), w.wide<<32 | w.stride(i)}
}

// neighbors reads a vector of contiguous elements. Lanes that w.mask does not select become 0.
func (w *writer) neighbors(from, at *ir.Value) *ir.Value {
	if w.mask == nil {
		return build.VectorLoad(w.b, from, at, w.wide)
	}
	none := w.constant(zero(from.Type().Elem()), w.wide)
	return vector.NewMaskedLoad(w.b, from, []*ir.Value{at}, w.mask, none).Op.Result()
}

// gather reads from[at[l]] for each lane l.
func (w *writer) gather(from, at *ir.Value) *ir.Value {
	lanes := lanesOf(at)
	elem := from.Type().Elem()
	mask := w.constant(ir.BoolAttr(true), lanes)
	pass := w.constant(zero(elem), lanes)
	return build.Gather(w.b, from, w.index(0), at, mask, pass)
}

func zero(t ir.Type) ir.Attr {
	if t.IsFloat() {
		return ir.NewFloat(0, t)
	}
	return ir.NewInt(0, t)
}

// loadAt reads a buffer at indices that the body computed.
func (w *writer) loadAt(s *stage, u int, op memref.Load, m *ir.Mapping) *ir.Value {
	l := layoutOf(op.Memref())
	if w.alongLanes(s, l, op.Indices(), m) {
		at := w.kernel.linear(l, op.Indices(), func(v *ir.Value) *ir.Value {
			if w.inLanes(s, v) {
				return w.firstIndex(u, w.vec)
			}
			return w.outside(m, v)
		}, w.broadcast)
		return w.neighbors(w.args[l.memory], at)
	}
	at := w.linear(l, op.Indices(), func(v *ir.Value) *ir.Value { return w.outside(m, v) })
	if lanesOf(at) > 1 {
		return w.gather(w.args[l.memory], at)
	}
	return build.Load(w.b, w.args[l.memory], at)
}

// alongLanes reports whether the lanes of a load at the given indices read contiguous elements. One
// index must be the index of the vectorized loop, and its stride must be 1. All other indices must
// be equal in all lanes.
func (w *writer) alongLanes(s *stage, l layout, indices []*ir.Value, m *ir.Mapping) bool {
	along := false
	for i, v := range indices {
		switch {
		case w.wide > 1 && w.inLanes(s, v):
			if along || l.strides[i] != 1 {
				return false
			}
			along = true
		case lanesOf(w.outside(m, v)) > 1:
			return false
		}
	}
	return along
}

// inLanes reports whether v is the index of the vectorized loop.
func (w *writer) inLanes(s *stage, v *ir.Value) bool {
	i, ok := ir.Defining[linalg.Index](v)
	return ok && s.loopOf(int(i.Dim())) == w.vec
}

// linear returns the address, in the flat buffer, of the element at the given indices.
func (w *writer) linear(l layout, indices []*ir.Value, value func(*ir.Value) *ir.Value) *ir.Value {
	return w.kernel.linear(l, indices, value, w.broadcast)
}

func (k *kernel) linear(l layout, indices []*ir.Value, value func(*ir.Value) *ir.Value,
	broadcast func(*ir.Value, int64) *ir.Value,
) *ir.Value {
	sum := k.index(l.offset)
	for i, v := range indices {
		x := value(v)
		lanes := max(lanesOf(sum), lanesOf(x))
		if l.strides[i] != 1 {
			x = arith.NewMulI(k.b, x, broadcast(k.index(l.strides[i]), lanesOf(x))).Op.Result()
		}
		if i == 0 && l.offset == 0 {
			sum = x
			continue
		}
		sum = arith.NewAddI(k.b, broadcast(sum, lanes), broadcast(x, lanes)).Op.Result()
	}
	return sum
}

// initial returns the value of output i of copy u before the reduction.
func (w *writer) initial(u, i int) *ir.Value {
	v := w.inits[i]
	if v == nil {
		v = w.load(u, len(w.ins)+i)
	}
	if w.partial {
		return v
	}
	return w.broadcast(v, w.wide)
}

// store stores v at the address of access n of copy u.
func (w *writer) store(u, n int, v *ir.Value) {
	a := w.access(n)
	to := w.args[a.memory]
	switch {
	case w.wide == 1:
		memref.NewStore(w.b, v, to, w.address(u, n))
	case a.coef[w.vec] == 1:
		s := vector.NewStore(w.b, w.broadcast(v, w.wide), to, w.address(u, n))
		if a.stream {
			s.SetNontemporal()
		}
	default:
		panic("kernels: BUG: lanes are not stored next to each other")
	}
}

// scalar computes a scalar of the host function in the kernel.
func (k *kernel) scalar(v *ir.Value) *ir.Value {
	if x, ok := k.host.Lookup(v); ok {
		return x
	}
	op := v.Def()
	if c, ok := ir.As[arith.Constant](op); ok {
		return k.constant(c.Value(), 1)
	}
	var x *ir.Value
	if o, ok := ir.As[memref.Load](op); ok {
		l := layoutOf(o.Memref())
		at := k.linear(l, o.Indices(), k.scalar, func(v *ir.Value, _ int64) *ir.Value { return v })
		x = build.Load(k.b, k.args[l.memory], at)
	} else {
		for o := range op.Operands() {
			k.host.Map(o, k.scalar(o))
		}
		x = k.b.Clone(op, &k.host).Result()
	}
	k.host.Map(v, x)
	return x
}
