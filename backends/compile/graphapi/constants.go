package graphapi

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

// splitting is a partition that is divided into two modules. The module "before" has the operations
// that depend only on constant inputs, and the module "main" has all other operations.
type splitting struct {
	before, main ir.Module // before is the zero module if no operation depends only on constants
	inputs       []ir.Type // the types of the partition's inputs
	// constant has the indices of the partition's inputs that "before" takes.
	constant []int
	// args has an index for each argument of main. An index i below len(inputs) is input i of the
	// partition. The index len(inputs)+j is result j of the module "before".
	args []int
}

// split divides the module of a partition. Without a constant cache, all operations are in main.
func (g *Graph) split(p *patternfusion.Partition, m ir.Module) *splitting {
	f, _ := ir.As[fn.Func](m.Body().First())
	s := &splitting{main: m, inputs: f.FunctionType().Inputs}
	for i := range p.Inputs {
		s.args = append(s.args, i)
	}
	if g.o.Constants <= 0 {
		return s
	}
	fixed := map[*ir.Value]bool{}
	for i, v := range p.Inputs {
		fixed[f.Entry().Arg(i)] = onednngraph.TensorOf(v).Property == onednngraph.Constant
	}
	var early, late []*ir.Op
	ret := f.Entry().Last()
	for op := range f.Entry().Ops() {
		constant := op != ret && op.NumOperands() > 0
		for v := range op.Operands() {
			constant = constant && fixed[v]
		}
		if !constant {
			late = append(late, op)
			continue
		}
		early = append(early, op)
		for _, v := range op.ResultList() {
			fixed[v] = true
		}
	}
	if len(early) > 0 {
		s.divide(f, early, late)
	}
	return s
}

// divide builds s.before from the early operations, and s.main from the late operations.
func (s *splitting) divide(f fn.Func, early, late []*ir.Op) {
	args := f.Entry().Args()
	made := crossing(early, late)
	s.constant, s.args = nil, nil
	var ins, rest []*ir.Value
	for i, v := range args {
		if readBy(v, early) {
			s.constant = append(s.constant, i)
			ins = append(ins, v)
		}
		if readBy(v, late) {
			s.args = append(s.args, i)
			rest = append(rest, v)
		}
	}
	for i, v := range made {
		s.args = append(s.args, len(args)+i)
		rest = append(rest, v)
	}
	last := late[len(late)-1]
	s.before = function(f, ins, early, made)
	s.main = function(f, rest, late[:len(late)-1], last.OperandList())
}

// crossing returns the values that an operation of the first list computes and an operation of the
// second list reads.
func crossing(from, to []*ir.Op) (vs []*ir.Value) {
	for _, op := range from {
		for _, v := range op.ResultList() {
			if readBy(v, to) {
				vs = append(vs, v)
			}
		}
	}
	return vs
}

func readBy(v *ir.Value, ops []*ir.Op) bool {
	for u := range v.Uses() {
		if slices.Contains(ops, u.Owner()) {
			return true
		}
	}
	return false
}

// function returns a module whose function @main takes the values ins as arguments, executes copies
// of the operations ops, and returns the values outs.
func function(f fn.Func, ins []*ir.Value, ops []*ir.Op, outs []*ir.Value) ir.Module {
	m := ir.NewModule(f.Op.Registry())
	b := ir.NewBuilder(f.Op.Registry())
	b.AtEnd(m.Body())
	var types []ir.Type
	for _, v := range ins {
		types = append(types, v.Type())
	}
	g := fn.New(b, "main", types, nil)
	b.AtEnd(g.Entry())
	var mapping ir.Mapping
	for i, v := range ins {
		mapping.Map(v, g.Entry().Arg(i))
	}
	for _, op := range ops {
		b.Loc = op.Loc()
		b.Clone(op, &mapping)
	}
	results := make([]*ir.Value, len(outs))
	for i, v := range outs {
		results[i] = mapping.Value(v)
	}
	ret := fn.NewReturn(b, results...)
	g.SetFunctionType(types, ret.Op.OperandTypes())
	return m
}

// constants is the constant cache. It maps the key of a partition and the addresses of its constant
// inputs to the values that the partition computes from these inputs.
type constants struct {
	capacity  int64
	allocator Allocator

	mu      sync.Mutex
	entries map[string]*constantEntry
	stats   ConstantStats
}

// constantEntry has cached results. It also refers to the constant inputs, so that the addresses in
// its key are not reused.
type constantEntry struct {
	inputs  []*tensor.Tensor
	results lazy[[]*tensor.Tensor]
	bytes   int64
	users   int // calls of get that use the entry
}

// ConstantStats counts uses of the constant cache.
type ConstantStats struct {
	// Hits counts the runs that found their constant results in the cache, and Computed counts the
	// runs that did not. Full counts the runs in Computed whose results did not fit into the cache.
	Hits, Computed, Full int
	// Bytes is the total size of the results in the cache.
	Bytes int64
}

// ConstantStats returns how the constant cache was used.
func (g *Graph) ConstantStats() ConstantStats {
	g.constants.mu.Lock()
	defer g.constants.mu.Unlock()
	return g.constants.stats
}

// get returns the values that c computes from its constant inputs.
func (k *constants) get(ctx context.Context, c *Compiled, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	var key strings.Builder
	key.WriteString(c.key)
	e := &constantEntry{results: newLazy[[]*tensor.Tensor]()}
	for _, i := range c.constant {
		fmt.Fprintf(&key, " %p", inputs[i].Data)
		in := *inputs[i]
		e.inputs = append(e.inputs, &in)
	}
	for _, t := range c.before.Outputs() {
		e.bytes += bytesOf(t)
	}
	if !k.enter(key.String(), &e) {
		return c.before.Run(ctx, e.inputs...)
	}
	found := false
	defer func() { k.leave(key.String(), e, found) }()
	results, found, err := e.results.get(ctx, func() ([]*tensor.Tensor, error) { return k.compute(ctx, c, e.inputs) })
	return results, err
}

// enter sets *e to the entry of key or, if there is none, adds *e under this key. If the results of
// *e do not fit into the cache, enter adds nothing and returns false. If it returns true, the
// caller must call leave.
func (k *constants) enter(key string, e **constantEntry) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if have := k.entries[key]; have != nil {
		*e = have
		have.users++
		return true
	}
	if (*e).bytes > k.capacity-k.stats.Bytes {
		k.stats.Computed++
		k.stats.Full++
		return false
	}
	k.stats.Bytes += (*e).bytes
	k.entries[key] = *e
	(*e).users = 1
	return true
}

// leave ends the use of an entry by a run. found reports whether the run found the results. leave
// removes the entry if its results are not known and no other run uses it.
func (k *constants) leave(key string, e *constantEntry, found bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if found {
		k.stats.Hits++
	} else {
		k.stats.Computed++
	}
	if e.users--; e.users > 0 || k.entries[key] != e {
		return
	}
	if _, ok := e.results.known(); !ok {
		delete(k.entries, key)
		k.stats.Bytes -= e.bytes
	}
}

// compute runs c.before. If there is an allocator, the results are in its persistent memory.
func (k *constants) compute(ctx context.Context, c *Compiled, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if k.allocator == nil {
		return c.before.Run(ctx, inputs...)
	}
	results, err := newTensors(k.allocator, c.before.Outputs(), Persistent)
	if err != nil {
		return nil, err
	}
	if err := c.before.RunInto(ctx, inputs, results); err != nil {
		freeTensors(k.allocator, results, Persistent)
		return nil, err
	}
	return results, nil
}

func (k *constants) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, e := range k.entries {
		if k.allocator != nil {
			results, _ := e.results.known()
			freeTensors(k.allocator, results, Persistent)
		}
	}
	k.entries, k.stats.Bytes = map[string]*constantEntry{}, 0
}
