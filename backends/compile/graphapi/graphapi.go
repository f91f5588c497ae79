// Package graphapi compiles and runs graphs with an API that is modeled on oneDNN Graph's
// partitions. It divides a graph into partitions, compiles each partition for given shapes with a
// backend of Lathe, and runs the compiled partitions one after another.
//
//	g, err := graphapi.New(ctx, f, graphapi.Options{Backend: "vm"})
//	for _, p := range g.Partitions() {
//		c, err := g.Compile(ctx, p, nil)
//		outputs, err := c.Run(ctx, inputs...)
//	}
package graphapi

import (
	"cmp"
	"container/list"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

// Options say how a graph is divided and compiled.
type Options struct {
	// Patterns are the lists of fusion patterns; nil means the patterns of oneDNN's fusion
	// families. A patternfusion.Backend is a list of patterns, not a backend that compiles.
	Patterns []patternfusion.Backend
	// Divide has the options of the division: its policy, disabled patterns, and logging.
	Divide patternfusion.Options
	// Backend is the name of the backend that compiles partitions, such as "vm", "c" or "jit"; ""
	// means the default backend.
	Backend string
	// Kernels maps the kind of a partition (see [patternfusion.Partition]) to a function that
	// creates a kernel for the whole partition. New fails for a kind that is neither "single" nor
	// the kind of a pattern.
	Kernels map[string]Kernel
	// Backends lists the backends that Backend can name; nil means the backends of package compile.
	Backends []backends.Factory
	// Capacity is the number of compiled partitions that the cache keeps; 0 means 1024. It must not
	// be negative. A partition that the cache drops is closed after its last use, by a garbage
	// collection or by Graph.Close.
	Capacity int
	// Constants is the size of the constant cache in bytes; 0 means no cache. With the cache,
	// values that depend only on inputs with the property "constant" are computed once, not in
	// every run. When the cache is full, further results are not stored.
	Constants int64
	// Allocator provides the memory of runs; nil means Go's allocator.
	Allocator Allocator
	// FPMath is the math mode of f32 operations: strict, bf16, f16, tf32 or any; "" means the mode
	// of the graph. All modes except strict permit a lower precision, but Lathe always computes as
	// in the mode strict.
	FPMath string
}

// Graph is a divided function. It is safe for concurrent use.
type Graph struct {
	f         fn.Func
	o         Options
	parts     []*patternfusion.Partition
	cache     cache
	constants constants
	runs      runs
}

// check returns an error if New did not return g.
func (g *Graph) check() error {
	if g == nil || g.f.Op == nil {
		return diag.Errorf(diag.Span{}, "the graph is not initialized").WithHelp("create it by graphapi.New")
	}
	return nil
}

// New divides f, whose operations can be of the dialect onednn_graph or of other dialects. It fails
// if ctx is done.
func New(ctx context.Context, f fn.Func, o Options) (*Graph, error) {
	switch {
	case ctx == nil:
		return nil, backends.NoContext("dividing a graph")
	case f.Op == nil:
		return nil, diag.Errorf(diag.Span{}, "there is no function to divide: its operation is nil")
	case f.IsDeclaration():
		return nil, ir.Errorf(f.Op, "is a declaration, which has no operations to divide")
	case o.Capacity < 0:
		return nil, diag.Errorf(diag.Span{}, "the capacity of the cache must be at least 0, but is %d", o.Capacity)
	case o.Constants < 0:
		return nil, diag.Errorf(diag.Span{}, "the size of the constant cache must be at least 0, but is %d", o.Constants)
	}
	if o.Patterns == nil {
		patterns, err := patternfusion.OneDNN(f.Op.Registry())
		if err != nil {
			return nil, err
		}
		o.Patterns = []patternfusion.Backend{{Name: "lathe", Priority: 1, Patterns: patterns}}
	}
	if err := o.checkKernels(); err != nil {
		return nil, err
	}
	if o.Capacity == 0 {
		o.Capacity = 1024
	}
	if err := o.settleMath(f); err != nil {
		return nil, err
	}
	r, err := patternfusion.Divide(ctx, f, o.Patterns, o.Divide)
	if err != nil {
		return nil, err
	}
	return &Graph{
		f: f, o: o, parts: r.Partitions,
		cache:     cache{capacity: o.Capacity, executables: &executables{}, entries: map[string]*list.Element{}},
		constants: constants{capacity: o.Constants, allocator: o.Allocator, entries: map[string]*constantEntry{}},
	}, nil
}

// checkKernels fails if o.Kernels has a kind that no partition can have.
func (o *Options) checkKernels() error {
	kinds := map[string]bool{singleKind: true}
	for _, b := range o.Patterns {
		for _, p := range b.Patterns {
			kinds[p.Kind] = true
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(o.Kernels)) {
		if kinds[kind] {
			continue
		}
		if near, ok := diag.Suggest(kind, maps.Keys(kinds)); ok {
			return fmt.Errorf("no pattern has the kind '%s'; did you mean '%s'?", kind, near)
		}
		return fmt.Errorf("no pattern has the kind '%s'; the kinds are %s", kind, strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
	}
	return nil
}

// settleMath uses the math mode of the graph if o has none, and checks the mode.
func (o *Options) settleMath(f fn.Func) error {
	o.FPMath = cmp.Or(o.FPMath, onednngraph.MathOf(f.Op))
	if !slices.Contains(onednngraph.MathModes(), o.FPMath) {
		return ir.Errorf(f.Op, "the math mode must be %s, but is '%s'", strings.Join(onednngraph.MathModes(), ", "), o.FPMath)
	}
	return nil
}

// Partitions returns the partitions in the order in which they run.
func (g *Graph) Partitions() []*patternfusion.Partition { return g.parts }

// singleKind is the kind of the partitions that Single returns.
const singleKind = "single"

// Single returns a partition of one operation, without a search for patterns. If op is nil, the
// result is nil.
func (g *Graph) Single(op *ir.Op) *patternfusion.Partition {
	if op == nil {
		return nil
	}
	p := &patternfusion.Partition{Kind: singleKind, Ops: []*ir.Op{op}, Outputs: op.ResultList()}
	for _, v := range op.OperandList() {
		if !slices.Contains(p.Inputs, v) {
			p.Inputs = append(p.Inputs, v)
		}
	}
	return p
}

// CacheHits returns how many calls of Compile found a compiled partition in the cache.
func (g *Graph) CacheHits() int { return int(g.cache.hits.Load()) }

// Close waits for the calls of Run, RunScratch, RunInPlace and Compile that are in progress, and
// releases the compiled partitions and the cached constants. Later calls of these methods fail with
// backends.ErrClosed.
func (g *Graph) Close() error {
	if g.check() != nil {
		return nil // there is nothing to release
	}
	g.runs.close()
	err := g.cache.close()
	// After g.runs.close, no run reads the cached constants.
	g.constants.close()
	return err
}

// Run compiles and runs all partitions. inputs has all inputs of the function, including inputs
// that no operation reads. The results share no memory with each other or with the inputs, even if
// the function returns an input, or returns a value twice. So [Graph.Free] may be called with all
// results.
func (g *Graph) Run(ctx context.Context, inputs ...*tensor.Tensor) ([]*tensor.Tensor, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if ctx == nil {
		return nil, backends.NoContext("a run")
	}
	if err := backends.CheckInputs(g.inputTypes(inputs), inputs); err != nil {
		return nil, err
	}
	if err := g.runs.enter(); err != nil {
		return nil, err
	}
	defer g.runs.leave()
	values := map[*ir.Value]*tensor.Tensor{}
	for i, v := range g.f.Entry().Args() {
		values[v] = inputs[i]
	}
	var made []*tensor.Tensor
	var err error
	for _, p := range g.parts {
		if len(p.Ops) == 1 && ir.Is[onednngraph.End](p.Ops[0]) {
			continue
		}
		var outs []*tensor.Tensor
		if outs, err = g.runPartition(ctx, p, values); err != nil {
			break
		}
		made = append(made, outs...)
	}
	var outs []*tensor.Tensor
	if err == nil {
		outs, err = g.results(values, made)
	}
	if a := g.o.Allocator; a != nil {
		freeTensors(a, slices.DeleteFunc(made, func(t *tensor.Tensor) bool { return slices.Contains(outs, t) }), Output)
	}
	return outs, err
}

// inputTypes returns the types of the function's inputs. If a type has no rank, inputTypes replaces
// it with a type that has the shape of the input.
func (g *Graph) inputTypes(inputs []*tensor.Tensor) []ir.Type {
	types := make([]ir.Type, len(g.f.Entry().Args()))
	for i, v := range g.f.Entry().Args() {
		types[i] = v.Type()
		if _, ranked := types[i].Shape(); !ranked && i < len(inputs) && inputs[i] != nil {
			types[i] = ir.Tensor(types[i].Elem(), inputs[i].Shape...)
		}
	}
	return types
}

// results returns the results of the function. The parameter "made" has the tensors that the run
// created. Other tensors are copied, since the caller owns them, and so are repeated results.
func (g *Graph) results(values map[*ir.Value]*tensor.Tensor, made []*tensor.Tensor) ([]*tensor.Tensor, error) {
	var outs, copies []*tensor.Tensor
	for v := range g.f.Entry().Last().Operands() {
		out := values[v]
		if !slices.Contains(made, out) || slices.Contains(outs, out) {
			var err error
			if out, err = g.copied(out); err != nil {
				if g.o.Allocator != nil {
					freeTensors(g.o.Allocator, copies, Output)
				}
				return nil, err
			}
			copies = append(copies, out)
		}
		outs = append(outs, out)
	}
	return outs, nil
}

// copied returns a copy of t. If the graph has an allocator, the copy is in the allocator's memory.
func (g *Graph) copied(t *tensor.Tensor) (*tensor.Tensor, error) {
	if g.o.Allocator == nil {
		return t.TryClone()
	}
	outs, err := newTensors(g.o.Allocator, []ir.Type{backends.TypeOf(t)}, Output)
	if err != nil {
		return nil, err
	}
	copy(outs[0].Data, t.Data)
	return outs[0], nil
}

// runPartition runs one partition. The map "values" has its inputs, and receives its results.
func (g *Graph) runPartition(ctx context.Context, p *patternfusion.Partition, values map[*ir.Value]*tensor.Tensor) ([]*tensor.Tensor, error) {
	c, err := g.compile(ctx, p, nil)
	if err != nil {
		return nil, err
	}
	ins := make([]*tensor.Tensor, len(p.Inputs))
	for i, v := range p.Inputs {
		ins[i] = values[v]
	}
	outs, err := c.run(ctx, ins)
	runtime.KeepAlive(c) // if the cache no longer has c, its executables are closed when c is unreachable
	for i := range outs {
		values[p.Outputs[i]] = outs[i]
	}
	return outs, err
}
