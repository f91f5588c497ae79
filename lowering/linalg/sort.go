package linalg

import (
	"math"
	mathbits "math/bits"
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/build"
)

// sort computes the sorted order of each line as a list of indices, and gathers every input in that
// order. A line is a row of elements along the sorted dimension. sort merges runs of 1, 2, 4 …
// indices. It takes the next element of the right run only if it is less than the next element of
// the left run. So the sort is stable.
func (c *converter) sort(o stablehlo.Sort) ([]*ir.Value, error) {
	ins := c.all(o.Inputs())
	shape, _ := ins[0].Type().Shape()
	dim := o.Dimension()
	if dim < 0 {
		dim += int64(len(shape))
	}
	if len(shape) == 0 || shape[dim] <= 1 || slices.Contains(shape, 0) {
		return ins, nil
	}
	s := &sorter{converter: c, op: o, ins: ins, dim: int(dim), n: shape[dim], index: ir.I32()}
	if s.n > math.MaxInt32 {
		s.index = ir.I64()
	}
	t := ir.Tensor(s.index, shape...)
	lines := slices.Clone(shape)
	lines[dim] = 1
	var order *ir.Value
	if tensor.NumElements(shape) < manyElements {
		order = c.loops(lines, []*ir.Value{build.Empty(c.b, t), build.Empty(c.b, t)}, s.line)[0]
	} else {
		order = s.passes(t, lines)
	}
	if s.err != nil {
		return nil, s.err
	}
	var out []*ir.Value
	for _, v := range ins {
		out = append(out, s.ordered(v, order))
	}
	return out, nil
}

// A sort of fewer than manyElements elements is one kernel. For a larger sort, loops of the host
// call a kernel that merges about manyElements elements, or one element of each line if there are
// more lines. Each call takes a few milliseconds, and the run can be canceled between two calls.
const manyElements = 1 << 16

// sorter sorts lines along one dimension.
type sorter struct {
	*converter
	op  stablehlo.Sort
	ins []*ir.Value
	dim int
	n   int64
	err error

	index   ir.Type   // the type of element indices
	counted *ir.Value // the counter of the innermost loop of the host
}

// at returns the indices of element k of the line at ivs.
func (s *sorter) at(ivs []*ir.Value, k *ir.Value) []*ir.Value {
	out := slices.Clone(ivs)
	out[s.dim] = k
	return out
}

func (s *sorter) each(b *ir.Builder, n int64, carried []*ir.Value, body func(b *ir.Builder, k *ir.Value, vs []*ir.Value) []*ir.Value) []*ir.Value {
	return build.For(b, build.Index(b, 0), build.Index(b, n), build.Index(b, 1), carried, body).ResultList()
}

// line sorts the indices of one line. carried has the tensor of the indices and a tensor for merged
// runs.
func (s *sorter) line(b *ir.Builder, ivs, carried []*ir.Value) []*ir.Value {
	order := s.each(b, s.n, carried[:1], func(b *ir.Builder, k *ir.Value, vs []*ir.Value) []*ir.Value {
		number := arith.NewIndexCast(b, k, s.index).Op.Result()
		return one(build.Insert(b, number, vs[0], s.at(ivs, k)...))
	})
	count := int64(mathbits.Len64(uint64(s.n - 1)))
	return s.each(b, count, []*ir.Value{order[0], carried[1]}, func(b *ir.Builder, p *ir.Value, vs []*ir.Value) []*ir.Value {
		merged := s.pass(b, ivs, arith.NewShLI(b, build.Index(b, 1), p).Op.Result(), vs[0], vs[1])
		back := s.each(b, s.n, vs[:1], func(b *ir.Builder, k *ir.Value, to []*ir.Value) []*ir.Value {
			return one(build.Insert(b, build.Extract(b, merged, s.at(ivs, k)...), to[0], s.at(ivs, k)...))
		})
		return []*ir.Value{back[0], merged}
	})
}

// passes sorts the indices of all lines with two nested loops of the host: the outer loop over
// passes, and the inner loop over parts of the lines. The parameter "lines" has the shape of the
// inputs, with extent 1 in the sorted dimension.
func (s *sorter) passes(t ir.Type, lines []int64) *ir.Value {
	c, rank, number := s.converter, len(lines), ir.Tensor(s.index)
	order := structured.New(c.b, structured.Shape{
		Outs: []*ir.Value{build.Empty(c.b, t)}, Maps: []affine.Map{affine.Identity(rank)}, Reduction: make([]bool, rank),
	}, func(b *ir.Builder, _ []*ir.Value) []*ir.Value {
		return one(arith.NewIndexCast(b, build.LoopIndex(b, s.dim), s.index).Op.Result())
	}).Result()
	return s.while(s.filled(number, 1), func(width *ir.Value) *ir.Value { return s.sum(width, width) }, one(order), func(order []*ir.Value) []*ir.Value {
		width := s.counted
		part := max(1, manyElements/int64(tensor.NumElements(lines)))
		state := ir.Tensor(s.index, lines...)
		return s.while(s.filled(number, 0), func(at *ir.Value) *ir.Value { return s.sum(at, s.filled(number, part)) },
			[]*ir.Value{build.Empty(c.b, t), s.filled(state, 0), s.filled(state, 0)}, func(vs []*ir.Value) []*ir.Value {
				at := s.counted
				return c.loops(lines, vs, func(b *ir.Builder, ivs, vs []*ir.Value) []*ir.Value {
					return s.part(b, ivs, toIndex(b, build.Extract(b, width), false), toIndex(b, build.Extract(b, at), false), part, order[0], vs)
				})
			})[:1]
	})[0]
}

// while writes a loop that runs body once, and again as long as the counter, which is the tensor
// s.counted, is less than the length of a line. The loop carries the values that body returns. The
// function next computes the next value of the counter, which must not overflow an unsigned number.
func (s *sorter) while(first *ir.Value, next func(at *ir.Value) *ir.Value, inits []*ir.Value, body func(vs []*ir.Value) []*ir.Value) []*ir.Value {
	truth, n := ir.Tensor(ir.I1()), len(inits)
	types := []ir.Type{first.Type(), truth}
	for _, v := range inits {
		types = append(types, v.Type())
	}
	w := scf.NewWhile(s.b, types, append([]*ir.Value{first, s.filled(truth, -1)}, inits...)...)
	outer := s.b
	s.b = ir.NewBuilder(outer.Registry())
	defer func() { s.b = outer }()
	s.b.Loc = outer.Loc
	s.b.AtEnd(w.Before())
	scf.NewCondition(s.b, build.Extract(s.b, w.Before().Arg(1)), w.Before().Args()...)
	s.b.AtEnd(w.After())
	s.counted = w.After().Arg(0)
	at := next(s.counted)
	more := s.scalar(truth, one(at), func(b *ir.Builder, xs []*ir.Value) *ir.Value {
		// Unsigned, because n + manyElements may overflow a signed number of 32 bits.
		return arith.NewCmpI(b, arith.ULT, xs[0], arith.NewInt(b, s.n, s.index).Op.Result()).Op.Result()
	})
	scf.NewYield(s.b, append([]*ir.Value{at, more}, body(w.After().Args()[2:])...)...)
	return w.Op.ResultList()[2 : 2+n]
}

func (s *sorter) filled(t ir.Type, v int64) *ir.Value {
	return build.Fill(s.b, arith.NewInt(s.b, v, t.Elem()).Op.Result(), build.Empty(s.b, t)).Result()
}

// scalar computes a tensor of rank 0 from tensors of rank 0.
func (s *sorter) scalar(t ir.Type, ins []*ir.Value, f func(b *ir.Builder, xs []*ir.Value) *ir.Value) *ir.Value {
	shape := structured.Shape{Ins: ins, Outs: []*ir.Value{build.Empty(s.b, t)}}
	for range len(ins) + 1 {
		shape.Maps = append(shape.Maps, affine.Identity(0))
	}
	return structured.New(s.b, shape, func(b *ir.Builder, args []*ir.Value) []*ir.Value { return one(f(b, args[:len(ins)])) }).Result()
}

func (s *sorter) sum(x, y *ir.Value) *ir.Value {
	return s.scalar(x.Type(), []*ir.Value{x, y}, func(b *ir.Builder, xs []*ir.Value) *ir.Value { return arith.NewAddI(b, xs[0], xs[1]).Op.Result() })
}

// part merges adjacent runs of one line, and writes the given number of elements from an index
// (parameter at) on. The length of a run is width. vs has the tensor of the merged runs, and two
// tensors that store, for each line, the next index in the left run and in the right run.
func (s *sorter) part(b *ir.Builder, ivs []*ir.Value, width, at *ir.Value, elements int64, order *ir.Value, vs []*ir.Value) []*ir.Value {
	at = arith.NewMaxSI(b, at, build.Index(b, 0)).Op.Result() // kernel-verify assumes that a loaded value can be negative
	end := arith.NewMinSI(b, arith.NewAddI(b, at, build.Index(b, elements)).Op.Result(), build.Index(b, s.n)).Op.Result()
	next := func(i int) *ir.Value { return toIndex(b, build.Extract(b, vs[i], ivs...), false) }
	m := build.For(b, at, end, build.Index(b, 1), []*ir.Value{vs[0], next(1), next(2)}, func(b *ir.Builder, k *ir.Value, m []*ir.Value) []*ir.Value {
		return s.merge(b, ivs, order, width, k, m)
	}).ResultList()
	out := []*ir.Value{m[0]}
	for i := 1; i <= 2; i++ {
		out = append(out, build.Insert(b, arith.NewIndexCast(b, m[i], s.index).Op.Result(), vs[i], ivs...))
	}
	return out
}

// pass merges adjacent runs of one line from one tensor (parameter order) to another (parameter
// to). The length of a run is width.
func (s *sorter) pass(b *ir.Builder, ivs []*ir.Value, width, order, to *ir.Value) *ir.Value {
	zero := build.Index(b, 0)
	return s.each(b, s.n, []*ir.Value{to, zero, zero}, func(b *ir.Builder, k *ir.Value, m []*ir.Value) []*ir.Value {
		return s.merge(b, ivs, order, width, k, m)
	})[0]
}

// merge writes element k of the merged runs. m consists of three values: the tensor of the merged
// runs, the next index in the left run, and the next index in the right run. merge returns the new
// values.
func (s *sorter) merge(b *ir.Builder, ivs []*ir.Value, order, width, k *ir.Value, m []*ir.Value) []*ir.Value {
	add := func(x, y *ir.Value) *ir.Value { return arith.NewAddI(b, x, y).Op.Result() }
	less := func(x, y *ir.Value) *ir.Value { return arith.NewCmpI(b, arith.SLT, x, y).Op.Result() }
	pick := func(c, x, y *ir.Value) *ir.Value { return arith.NewSelect(b, c, x, y).Op.Result() }
	two := add(width, width)
	low := arith.NewAndI(b, k, arith.NewSubI(b, build.Index(b, 0), two).Op.Result()).Op.Result()
	middle, high := add(low, width), add(low, two)
	begins := arith.NewCmpI(b, arith.EQ, k, low).Op.Result()
	i, j := pick(begins, low, m[1]), pick(begins, middle, m[2])
	end := arith.NewMinSI(b, high, build.Index(b, s.n)).Op.Result()
	hasLeft, hasRight := less(i, middle), less(j, end)
	left, right := s.number(b, ivs, order, i), s.number(b, ivs, order, j)
	first := s.compare(b, ivs, right, left)
	yes := arith.NewInt(b, -1, ir.I1()).Op.Result()
	noLeft := arith.NewXOrI(b, hasLeft, yes).Op.Result()
	takes := arith.NewAndI(b, hasRight, arith.NewOrI(b, noLeft, first).Op.Result()).Op.Result()
	one := build.Index(b, 1)
	number := arith.NewIndexCast(b, pick(takes, right, left), s.index).Op.Result()
	return []*ir.Value{
		build.Insert(b, number, m[0], s.at(ivs, k)...),
		pick(takes, i, add(i, one)), pick(takes, add(j, one), j),
	}
}

// number reads entry i of the order. The entry is an index in the line.
func (s *sorter) number(b *ir.Builder, ivs []*ir.Value, order, i *ir.Value) *ir.Value {
	v := build.Extract(b, order, s.at(ivs, within(b, i, s.n, 1))...)
	return within(b, arith.NewIndexCast(b, v, ir.Index()).Op.Result(), s.n, 1)
}

// compare applies the comparator to elements x and y of the line.
func (s *sorter) compare(b *ir.Builder, ivs []*ir.Value, x, y *ir.Value) *ir.Value {
	var args []*ir.Value
	for _, v := range s.ins {
		args = append(args, build.Extract(b, v, s.at(ivs, x)...), build.Extract(b, v, s.at(ivs, y)...))
	}
	vs, err := s.inline(b, s.op.Comparator(), args, false)
	if err != nil {
		s.err = err
		return arith.NewInt(b, 0, ir.I1()).Op.Result()
	}
	return vs[0]
}

// ordered returns v with each line in the given order.
func (s *sorter) ordered(v, order *ir.Value) *ir.Value {
	shape, _ := v.Type().Shape()
	id := affine.Identity(len(shape))
	return structured.New(s.b, structured.Shape{
		Ins: []*ir.Value{order}, Outs: []*ir.Value{build.Empty(s.b, v.Type())},
		Maps: []affine.Map{id, id}, Reduction: make([]bool, len(shape)),
	}, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		at := make([]*ir.Value, len(shape))
		for i := range at {
			at[i] = build.LoopIndex(b, i)
		}
		at[s.dim] = within(b, arith.NewIndexCast(b, args[0], ir.Index()).Op.Result(), s.n, 1)
		return one(build.Extract(b, v, at...))
	}).Result()
}

// mapped applies a region to every element.
func (c *converter) mapped(o stablehlo.Map) ([]*ir.Value, error) {
	t := kernelop.Stored(o.Op.Result().Type())
	shape, _ := t.Shape()
	s := structured.Shape{Ins: c.all(o.Inputs()), Outs: []*ir.Value{build.Empty(c.b, t)}, Reduction: make([]bool, len(shape))}
	for range len(s.Ins) + 1 {
		s.Maps = append(s.Maps, affine.Identity(len(shape)))
	}
	var err error
	g := structured.New(c.b, s, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		vs, e := c.inline(b, o.Computation(), args[:len(s.Ins)], false)
		if err = e; e != nil {
			return args[len(s.Ins):]
		}
		return vs
	})
	return g.ResultList(), err
}
