package bufferization

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// AllocTensor is a new tensor. Its contents are a copy of another tensor, or undefined.
//
//	%t = bufferization.alloc_tensor(%n) size_hint=%h : tensor<?x4xf32>
type AllocTensor struct{ ir.Ref }

// DynamicSizes returns the extents of the dynamic dimensions.
func (o AllocTensor) DynamicSizes() []*ir.Value { return o.Op.OperandsOf(0) }

// Copy returns the tensor that is copied, or nil.
func (o AllocTensor) Copy() *ir.Value { return optional(o.Op.OperandsOf(1)) }

// SizeHint returns the expected number of stored elements of a sparse tensor, or nil.
func (o AllocTensor) SizeHint() *ir.Value { return optional(o.Op.OperandsOf(2)) }

// MemorySpace returns the memory space of the buffer that bufferization will create, or nil.
func (o AllocTensor) MemorySpace() ir.Attr { return o.Op.AttrAt(0) }

func optional(vs []*ir.Value) *ir.Value {
	if len(vs) == 0 {
		return nil
	}
	return vs[0]
}

// Spec implements ir.View.
func (AllocTensor) Spec() ir.Spec {
	return ir.Spec{
		Name: "bufferization.alloc_tensor",
		Doc:  "A new tensor. Its contents are a copy of another tensor, or undefined.",
		Operands: []ir.Field{
			{Name: "dynamic_sizes", Type: constraint.Index, Arity: ir.Variadic},
			{Name: "copy", Type: constraint.AnyTensor, Arity: ir.Optional},
			{Name: "size_hint", Type: constraint.Index, Arity: ir.Optional},
		},
		Results: []ir.Field{{Name: "result", Type: constraint.AnyTensor}},
		Attrs: []ir.AttrField{
			{Name: "memory_space", Type: constraint.AnyAttr, Optional: true, Doc: "The memory space of the buffer that bufferization will create."},
			{Name: ir.OperandSegments, Type: constraint.Segments},
		},
		Traits: ir.AttrSizedOperandSegments,
	}
}

// Verify implements ir.Verifier.
func (o AllocTensor) Verify() error {
	t := o.Op.Result().Type()
	if c := o.Copy(); c != nil {
		if len(o.DynamicSizes()) > 0 {
			return ir.ErrorAt(o.Op, "dynamic sizes not needed when copying a tensor")
		}
		if c.Type() != t {
			return ir.ErrorAt(o.Op, "expected that `copy` and return type match").
				WithLabel("'" + c.Type().String() + "' and '" + t.String() + "'")
		}
		return nil
	}
	shape, ok := t.Shape()
	if !ok {
		return ir.Errorf(o.Op, "needs a ranked type, but got '%s'", t)
	}
	want := 0
	for _, n := range shape {
		if n == ir.Dynamic {
			want++
		}
	}
	if n := len(o.DynamicSizes()); n != want {
		return ir.Errorf(o.Op, "incorrect number of dynamic sizes, has %d, expected %d", n, want)
	}
	return nil
}

// ParseOp implements asm.OpParser. It reads (%sizes) copy(%t) size_hint=%n {…} : type.
func (AllocTensor) ParseOp(p *asm.Parser, st *asm.State) error {
	groups, err := allocOperands(p)
	if err != nil {
		return err
	}
	if err := p.AttrDict(st); err != nil {
		return err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return err
	}
	off := p.Offset()
	t, err := p.Type()
	if err != nil {
		return err
	}
	if !constraint.IsTensor(t) {
		return p.OpErrorAt(off, "invalid kind of type specified").WithLabel("must be a tensor")
	}
	st.AddResults(t)
	st.SetSegments(int32(len(groups[0])), int32(len(groups[1])), int32(len(groups[2])))
	types := [...]ir.Type{ir.Index(), t, ir.Index()}
	for i, group := range groups {
		for _, o := range group {
			v, err := p.Resolve(o, types[i])
			if err != nil {
				return err
			}
			st.Add(v)
		}
	}
	return nil
}

// allocOperands reads (sizes) copy(tensor) size_hint = value. It returns the sizes, the copied
// tensor and the hint.
func allocOperands(p *asm.Parser) (groups [3][]asm.Operand, err error) {
	if err := p.Expect(asm.LParen); err != nil {
		return groups, err
	}
	if groups[0], err = p.Operands(); err != nil {
		return groups, err
	}
	if err := p.Expect(asm.RParen); err != nil {
		return groups, err
	}
	if p.TryKeyword("copy") {
		if err := p.Expect(asm.LParen); err != nil {
			return groups, err
		}
		if groups[1], err = one(p); err != nil {
			return groups, err
		}
		if err := p.Expect(asm.RParen); err != nil {
			return groups, err
		}
	}
	if p.TryKeyword("size_hint") {
		if err := p.Expect(asm.Equal); err != nil {
			return groups, err
		}
		groups[2], err = one(p)
	}
	return groups, err
}

func one(p *asm.Parser) ([]asm.Operand, error) {
	o, err := p.Operand()
	return []asm.Operand{o}, err
}

// PrintOp implements asm.OpPrinter.
func (o AllocTensor) PrintOp(w *asm.Printer) {
	w.Byte('(')
	w.Values(o.DynamicSizes())
	w.Byte(')')
	if c := o.Copy(); c != nil {
		w.Str(" copy(")
		w.Value(c)
		w.Byte(')')
	}
	if h := o.SizeHint(); h != nil {
		w.Str(" size_hint=")
		w.Value(h)
	}
	w.AttrDict(o.Op)
	w.Str(" : ")
	w.Type(o.Op.Result().Type())
}

// MaterializeInDestination requires that bufferization stores a tensor in a given destination: a
// buffer, or the buffer of another tensor.
//
//	%r = bufferization.materialize_in_destination %t in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//	bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
type MaterializeInDestination struct{ ir.Ref }

// Source and Dest return the tensor and its destination.
func (o MaterializeInDestination) Source() *ir.Value { return o.Op.OperandAt(0) }
func (o MaterializeInDestination) Dest() *ir.Value   { return o.Op.OperandAt(1) }

// Restrict reports whether the operation guarantees that no other value aliases the buffer.
func (o MaterializeInDestination) Restrict() bool { return !o.Op.AttrAt(0).IsNil() }

// Writable reports whether the buffer may be written.
func (o MaterializeInDestination) Writable() bool { return !o.Op.AttrAt(1).IsNil() }

// Spec implements ir.View.
func (MaterializeInDestination) Spec() ir.Spec {
	return ir.Spec{
		Name:     "bufferization.materialize_in_destination",
		Doc:      "Requires that bufferization stores a tensor in a given buffer, or in the buffer of another tensor.",
		Operands: []ir.Field{{Name: "source", Type: constraint.AnyTensor}, {Name: "dest", Type: constraint.Shaped}},
		Results:  []ir.Field{{Name: "result", Type: constraint.AnyTensor, Arity: ir.Optional}},
		Attrs: []ir.AttrField{
			flag("restrict", "No other value aliases the buffer."),
			flag("writable", "The buffer may be written."),
		},
		Format: "$source `in` (`restrict` $restrict^)? (`writable` $writable^)? $dest attr-dict `:` functional-type(operands, results)",
	}
}

// Effects implements ir.Effecter.
func (o MaterializeInDestination) Effects() []ir.Effect {
	if constraint.IsMemRef(o.Dest().Type()) {
		return []ir.Effect{{Kind: ir.Write, Value: o.Dest()}}
	}
	return nil
}

// Verify implements ir.Verifier.
func (o MaterializeInDestination) Verify() error {
	from, to := o.Source().Type(), o.Dest().Type()
	tensor, buffer := constraint.IsTensor(to), constraint.IsMemRef(to)
	switch {
	case from.Elem() != to.Elem():
		return ir.Errorf(o.Op, "failed to verify that all of {source, dest} have same element type").
			WithLabel("'" + from.Elem().String() + "' and '" + to.Elem().String() + "'")
	case !tensor && !buffer:
		return ir.Errorf(o.Op, "'dest' must be a tensor or a memref")
	case tensor && o.Op.NumResults() != 1:
		return ir.Errorf(o.Op, "tensor 'dest' implies exactly one tensor result")
	case tensor && o.Op.Result().Type() != to:
		return ir.Errorf(o.Op, "result and 'dest' types must match")
	case buffer && o.Op.NumResults() != 0:
		return ir.Errorf(o.Op, "memref 'dest' implies zero results")
	case o.Restrict() && !buffer:
		return ir.Errorf(o.Op, "'restrict' is valid only for memref destinations")
	case o.Writable() != buffer:
		return ir.Errorf(o.Op, "'writable' must be specified if and only if the destination is of memref type")
	}
	s, ok1 := from.Shape()
	t, ok2 := to.Shape()
	switch {
	case ok1 && ok2 && len(s) != len(t):
		return ir.Errorf(o.Op, "rank mismatch between source and destination shape")
	case ok1 != ok2 || !ir.CompatibleShapes(from, to):
		return ir.Errorf(o.Op, "source/destination shapes are incompatible")
	}
	return nil
}

// Dealloc frees the buffers whose conditions are true, except buffers that alias a retained buffer.
// Each result is true if the corresponding retained buffer must be freed later.
//
//	%c = bufferization.dealloc (%m : memref<4xf32>) if (%i) retain (%r : memref<?xf32>)
type Dealloc struct{ ir.Ref }

// Memrefs returns the buffers to free.
func (o Dealloc) Memrefs() []*ir.Value { return o.Op.OperandsOf(0) }

// Conditions returns, for each buffer in Memrefs, the condition under which the buffer is freed.
func (o Dealloc) Conditions() []*ir.Value { return o.Op.OperandsOf(1) }

// Retained returns the buffers that must not be freed.
func (o Dealloc) Retained() []*ir.Value { return o.Op.OperandsOf(2) }

// UpdatedConditions returns, for each retained buffer, the condition under which the buffer must be
// freed later.
func (o Dealloc) UpdatedConditions() []*ir.Value { return o.Op.ResultsOf(0) }

// Spec implements ir.View.
func (Dealloc) Spec() ir.Spec {
	return ir.Spec{
		Name: "bufferization.dealloc",
		Doc:  "Frees buffers whose conditions are true, except buffers that alias a retained buffer. Returns, for each retained buffer, whether it must be freed later.",
		Operands: []ir.Field{
			{Name: "memrefs", Type: constraint.AnyMemRef, Arity: ir.Variadic},
			{Name: "conditions", Type: constraint.I1, Arity: ir.Variadic},
			{Name: "retained", Type: constraint.AnyMemRef, Arity: ir.Variadic},
		},
		Results: []ir.Field{{Name: "updatedConditions", Type: constraint.I1, Arity: ir.Variadic}},
		Attrs:   []ir.AttrField{{Name: ir.OperandSegments, Type: constraint.Segments}},
		Traits:  ir.AttrSizedOperandSegments,
		Format: "(` ``(` $memrefs^ `:` type($memrefs) `)` `if` ` ` `(` $conditions `)`)?" +
			"(`retain` ` ` `(` $retained^ `:` type($retained) `)`)? attr-dict",
	}
}

// InferTypes implements ir.TypeInferrer.
func (Dealloc) InferTypes(in ir.Init) ([]ir.Type, error) {
	sizes, _ := in.Attrs[0].Ints()
	var ts []ir.Type
	if len(sizes) == 3 {
		for range sizes[2] {
			ts = append(ts, ir.I1())
		}
	}
	return ts, nil
}

// Verify implements ir.Verifier.
func (o Dealloc) Verify() error {
	if len(o.Memrefs()) != len(o.Conditions()) {
		return ir.Errorf(o.Op, "must have the same number of conditions as memrefs to deallocate")
	}
	if len(o.Retained()) != o.Op.NumResults() {
		return ir.Errorf(o.Op, "must have the same number of updated conditions (results) as retained operands")
	}
	return nil
}
