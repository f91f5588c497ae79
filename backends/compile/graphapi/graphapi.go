// Package graphapi is the partition API of oneDNN Graph: a graph is divided into partitions, each
// is compiled for given shapes, and the compiled partitions run one after another.
//
//	g, err := graphapi.New(f, graphapi.Options{Backend: "vm"})
//	for _, p := range g.Partitions() {
//		c, err := g.Compile(ctx, p, nil)
//		outputs, err := c.Run(ctx, inputs...)
//	}
package graphapi

import (
	"container/list"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

// Options say how a graph is divided and compiled.
type Options struct {
	// Patterns are the lists of fusion patterns; nil means those of oneDNN's families.
	Patterns []patternfusion.Backend
	// Divide chooses patterns.
	Divide patternfusion.Options
	// Backend compiles partitions: "vm", "c", "jit" …; "" means the default one.
	Backend string
	// Capacity is the number of compiled partitions that the cache keeps; 0 means 1024.
	Capacity int
}

// Graph is a divided function. It is safe for concurrent use.
type Graph struct {
	f     fn.Func
	o     Options
	parts []*patternfusion.Partition
	cache cache
}

// New divides f, a function of operations of the dialect onednn_graph or others.
func New(f fn.Func, o Options) (*Graph, error) {
	if o.Patterns == nil {
		patterns, err := patternfusion.OneDNN(f.Op.Registry())
		if err != nil {
			return nil, err
		}
		o.Patterns = []patternfusion.Backend{{Name: "lathe", Priority: 1, Patterns: patterns}}
	}
	if o.Capacity == 0 {
		o.Capacity = 1024
	}
	// The number of steps of each search is limited.
	r, err := patternfusion.Divide(context.Background(), f, o.Patterns, o.Divide)
	if err != nil {
		return nil, err
	}
	return &Graph{f: f, o: o, parts: r.Partitions, cache: cache{capacity: o.Capacity, entries: map[string]*list.Element{}}}, nil
}

// Partitions returns the partitions in the order in which they run.
func (g *Graph) Partitions() []*patternfusion.Partition { return g.parts }

// Single returns a partition of one operation, without a search for patterns.
func (g *Graph) Single(op *ir.Op) *patternfusion.Partition {
	p := &patternfusion.Partition{Kind: "single", Ops: []*ir.Op{op}, Outputs: op.ResultList()}
	for _, v := range op.OperandList() {
		if !slices.Contains(p.Inputs, v) {
			p.Inputs = append(p.Inputs, v)
		}
	}
	return p
}

// Module returns the partition as a module with the function @main, from the inputs to the
// outputs. inputs are the types for which it is compiled; nil means those of the graph. Types of
// results that the graph leaves open are inferred.
func (g *Graph) Module(p *patternfusion.Partition, inputs []ir.Type) (ir.Module, error) {
	reg := g.f.Op.Registry()
	if inputs == nil {
		for _, v := range p.Inputs {
			inputs = append(inputs, v.Type())
		}
	}
	if err := g.checkInputs(p, inputs); err != nil {
		return ir.Module{}, err
	}
	m := ir.NewModule(reg)
	b := ir.NewBuilder(reg)
	b.AtEnd(m.Body())
	f := fn.New(b, "main", inputs, nil)
	b.AtEnd(f.Entry())
	var mapping ir.Mapping
	for i, v := range p.Inputs {
		mapping.Map(v, f.Entry().Arg(i))
	}
	for _, op := range p.Ops {
		if ir.Is[onednngraph.End](op) {
			continue // the value is an output of the partition already
		}
		b.Loc = op.Loc()
		c := b.Clone(op, &mapping)
		types, err := onednngraph.Infer(c)
		if err != nil {
			return ir.Module{}, err
		}
		for i, t := range types {
			c.ResultAt(i).SetType(t)
		}
	}
	outs := make([]*ir.Value, len(p.Outputs))
	for i, v := range p.Outputs {
		outs[i] = mapping.Value(v)
	}
	ret := fn.NewReturn(b, outs...)
	f.SetFunctionType(inputs, ret.Op.OperandTypes())
	for _, v := range outs {
		if def := v.Def(); def != nil && !v.Type().HasStaticShape() {
			return ir.Module{}, ir.Errorf(def, "has a result of type '%s', whose shape does not follow from the inputs", v.Type())
		}
	}
	return m, ir.Verify(m.Op)
}

// checkInputs fails unless the types are those of the inputs of p, with all extents known.
func (g *Graph) checkInputs(p *patternfusion.Partition, inputs []ir.Type) error {
	first := p.Ops[0]
	if len(inputs) != len(p.Inputs) {
		return ir.Errorf(first, "is in a partition of %d inputs, but %d types are given", len(p.Inputs), len(inputs))
	}
	for i, t := range inputs {
		want := p.Inputs[i].Type()
		if t.Elem() != want.Elem() || !t.HasStaticShape() {
			return ir.Errorf(first, "is in a partition whose input #%d must be '%s' with static extents, but got '%s'", i, want, t)
		}
	}
	return nil
}

// Compile compiles a partition for inputs of the given types; nil means those of the graph. A
// partition that was compiled before comes from the cache, even if its operations have other names
// or ids.
func (g *Graph) Compile(ctx context.Context, p *patternfusion.Partition, inputs []ir.Type) (*Compiled, error) {
	if !p.Supported() {
		return nil, ir.Errorf(p.Ops[0], "is in a partition that is not supported: %s", p.Unsupported)
	}
	m, err := g.Module(p, inputs)
	if err != nil {
		return nil, err
	}
	m.Op.Walk(func(op *ir.Op) bool {
		for _, name := range []string{onednngraph.IDAttr, onednngraph.NameAttr, onednngraph.TensorsAttr} {
			op.SetDiscardable(name, ir.Attr{})
		}
		return true
	})
	var text strings.Builder
	if err := asm.Print(&text, m.Op, ir.NewPrintOptions()); err != nil {
		return nil, err
	}
	return g.cache.get(text.String(), func() (*Compiled, error) {
		x, err := compile.Module(ctx, m, compile.Options{Backend: g.o.Backend})
		if err != nil {
			return nil, err
		}
		return &Compiled{x: x, pairs: pairs(p, x)}, nil
	})
}

// CacheHits returns how many calls of Compile found a compiled partition.
func (g *Graph) CacheHits() int {
	g.cache.mu.Lock()
	defer g.cache.mu.Unlock()
	return g.cache.hits
}

// Close releases the compiled partitions.
func (g *Graph) Close() error { return g.cache.close() }

// Run compiles and runs all partitions. inputs are those of the function.
func (g *Graph) Run(ctx context.Context, inputs ...*tensor.Tensor) ([]*tensor.Tensor, error) {
	values := map[*ir.Value]*tensor.Tensor{}
	for i, v := range g.f.Entry().Args() {
		if i < len(inputs) {
			values[v] = inputs[i]
		}
	}
	for _, p := range g.parts {
		if len(p.Ops) == 1 && ir.Is[onednngraph.End](p.Ops[0]) {
			continue
		}
		c, err := g.Compile(ctx, p, nil)
		if err != nil {
			return nil, err
		}
		ins := make([]*tensor.Tensor, len(p.Inputs))
		for i, v := range p.Inputs {
			ins[i] = values[v]
		}
		outs, err := c.Run(ctx, ins...)
		if err != nil {
			return nil, err
		}
		for i, v := range p.Outputs {
			values[v] = outs[i]
		}
	}
	var outs []*tensor.Tensor
	for v := range g.f.Entry().Last().Operands() {
		outs = append(outs, values[v])
	}
	return outs, nil
}

// Compiled is a compiled partition.
type Compiled struct {
	x     *compile.Executable
	pairs []Pair
}

// Pair is an input and an output of a partition that may have the same memory.
type Pair struct{ Input, Output int }

// Inputs and Outputs return the types, all extents known.
func (c *Compiled) Inputs() []ir.Type  { return c.x.Inputs() }
func (c *Compiled) Outputs() []ir.Type { return c.x.Outputs() }

// InPlace returns pairs of an input and an output of one type. Constants are never in one, and
// each input and output is in at most one.
func (c *Compiled) InPlace() []Pair { return c.pairs }

// Run runs the partition.
func (c *Compiled) Run(ctx context.Context, inputs ...*tensor.Tensor) ([]*tensor.Tensor, error) {
	return c.x.Run(ctx, inputs...)
}

// RunInPlace runs the partition and gives it the memory of the inputs of InPlace, which must not be
// used afterwards.
func (c *Compiled) RunInPlace(ctx context.Context, inputs ...*tensor.Tensor) ([]*tensor.Tensor, error) {
	donate := make([]bool, len(inputs))
	for _, p := range c.pairs {
		donate[p.Input] = true
	}
	return c.x.RunDonating(ctx, inputs, donate)
}

func pairs(p *patternfusion.Partition, x *compile.Executable) []Pair {
	var out []Pair
	taken := make([]bool, len(p.Inputs))
	for o, t := range x.Outputs() {
		for i, from := range x.Inputs() {
			property := onednngraph.TensorOf(p.Inputs[i]).Property
			if !taken[i] && from == t && property != onednngraph.Constant && property != onednngraph.Host {
				taken[i] = true
				out = append(out, Pair{i, o})
				break
			}
		}
	}
	return out
}

// cache keeps compiled partitions by their text, the most recently used first. If several callers
// request the same text, one compiles and the others wait.
type cache struct {
	capacity int

	mu      sync.Mutex
	entries map[string]*list.Element
	order   list.List
	hits    int
}

type entry struct {
	key  string
	once sync.Once
	c    *Compiled
	err  error
}

func (c *cache) get(key string, build func() (*Compiled, error)) (*Compiled, error) {
	c.mu.Lock()
	el := c.entries[key]
	if el == nil {
		el = c.order.PushFront(&entry{key: key})
		c.entries[key] = el
	} else {
		c.hits++
		c.order.MoveToFront(el)
	}
	// A program that is dropped stays usable by callers that hold it.
	for c.order.Len() > c.capacity {
		last := c.order.Back()
		delete(c.entries, last.Value.(*entry).key)
		c.order.Remove(last)
	}
	c.mu.Unlock()
	e := el.Value.(*entry)
	e.once.Do(func() { e.c, e.err = build() })
	return e.c, e.err
}

func (c *cache) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var first error
	for el := c.order.Front(); el != nil; el = el.Next() {
		if e := el.Value.(*entry); e.c != nil {
			if err := e.c.x.Close(); err != nil && first == nil {
				first = err
			}
		}
	}
	c.order.Init()
	c.entries = map[string]*list.Element{}
	return first
}
