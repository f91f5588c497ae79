package graphapi

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

// Compile compiles a partition for inputs of the given types; nil means the types in the graph. If
// an equal partition was compiled before, the result is from the cache. Equal partitions may differ
// in the names and ids of operations. Partitions that a kernel of Options.Kernels runs are not
// cached.
func (g *Graph) Compile(ctx context.Context, p *patternfusion.Partition, inputs []ir.Type) (*Compiled, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if ctx == nil {
		return nil, backends.NoContext("compiling")
	}
	if err := g.runs.enter(); err != nil {
		return nil, err
	}
	defer g.runs.leave()
	return g.compile(ctx, p, inputs)
}

// compile is Compile for callers that have called g.runs.enter.
func (g *Graph) compile(ctx context.Context, p *patternfusion.Partition, inputs []ir.Type) (*Compiled, error) {
	if err := checkPartition(p); err != nil {
		return nil, err
	}
	if !p.Supported() {
		return nil, ir.Errorf(p.Ops[0], "is in a partition that is not supported: %s", p.Unsupported)
	}
	if err := g.checkLayouts(p); err != nil {
		return nil, err
	}
	m, err := g.Module(p, inputs)
	if err != nil {
		return nil, err
	}
	if c, err := g.mapped(p, m); c != nil || err != nil {
		return c, err
	}
	s := g.split(p, m)
	key, err := g.key(p, s)
	if err != nil {
		return nil, err
	}
	return g.cache.get(ctx, key, func() (*Compiled, error) { return g.build(ctx, p, s, key) })
}

// key returns a hash of everything that determines the compiled partition.
func (g *Graph) key(p *patternfusion.Partition, s *splitting) (string, error) {
	var text strings.Builder
	fmt.Fprintf(&text, "%s %s %v %v %v\n", g.o.Backend, g.o.FPMath, s.inputs, s.constant, s.args)
	for _, m := range []ir.Module{s.before, s.main} {
		if m.Op == nil {
			continue
		}
		m.Op.Walk(func(op *ir.Op) bool {
			for _, name := range []string{onednngraph.IDAttr, onednngraph.NameAttr, onednngraph.TensorsAttr} {
				op.SetDiscardable(name, ir.Attr{})
			}
			return true
		})
		if err := asm.Print(&text, m.Op, ir.NewPrintOptions()); err != nil {
			return "", err
		}
	}
	for _, v := range slices.Concat(p.Inputs, p.Outputs) {
		t := onednngraph.TensorOf(v)
		fmt.Fprintln(&text, t.Property, t.Layout)
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text.String()))), nil
}

func (g *Graph) build(ctx context.Context, p *patternfusion.Partition, s *splitting, key string) (*Compiled, error) {
	o := compile.Options{Backend: g.o.Backend, Backends: g.o.Backends}
	x, err := compile.Module(ctx, s.main, o)
	if err != nil {
		return nil, err
	}
	c := &Compiled{graph: g, key: key, x: x, inputs: s.inputs, outputs: x.Outputs(), args: s.args}
	if s.before.Op != nil {
		if c.before, err = compile.Module(ctx, s.before, o); err != nil {
			return nil, errors.Join(err, x.Close())
		}
		c.constant = s.constant
	}
	c.describe(p)
	g.cache.executables.add(c)
	return c, nil
}

// describe sets c.pairs and c.tensors.
func (c *Compiled) describe(p *patternfusion.Partition) {
	c.pairs = c.findPairs(p)
	for i, v := range p.Outputs {
		c.tensors = append(c.tensors, c.graph.tensorOf(v, c.outputs[i]))
	}
}

// Compiled is a compiled partition. It is safe for concurrent use.
type Compiled struct {
	graph *Graph
	key   string // see Graph.key; empty if a kernel runs the partition
	// The executable "before", if not nil, computes the values that depend only on constant inputs.
	// The field constant has the indices of these inputs. The executable x computes all other
	// values.
	before   *compile.Executable
	constant []int
	x        *compile.Executable
	// kernel, if not nil, computes the whole partition instead of x and before.
	kernel KernelFunc
	// args has an index for each argument of x. An index i below len(inputs) is input i of the
	// partition. The index len(inputs)+j is result j of the executable "before".
	args    []int
	inputs  []ir.Type
	outputs []ir.Type
	pairs   []Pair
	tensors []LogicalTensor
}

// Pair has the indices of an input and of an output that may share memory.
type Pair struct{ Input, Output int }

// Inputs and Outputs return the types of the inputs and outputs. All dimensions are known.
func (c *Compiled) Inputs() []ir.Type  { return slices.Clone(c.inputs) }
func (c *Compiled) Outputs() []ir.Type { return slices.Clone(c.outputs) }

// Tensors returns the logical tensors of the outputs. All shapes and layouts are known.
func (c *Compiled) Tensors() []LogicalTensor { return slices.Clone(c.tensors) }

// InPlace returns pairs of an input and an output of the same type that may share memory. No
// constant or host scalar is in a pair. Each input and output is in at most one pair.
func (c *Compiled) InPlace() []Pair { return slices.Clone(c.pairs) }

// ScratchBytes returns the size of the scratchpad that RunScratch needs; 0 if the backend needs
// none or manages it itself.
func (c *Compiled) ScratchBytes() int64 {
	if c.check() != nil {
		return 0
	}
	if s, ok := c.scratchRunner(); ok {
		return s.ScratchBytes()
	}
	return 0
}

// scratchRunner returns the program if it can use the caller's scratchpad.
func (c *Compiled) scratchRunner() (backends.ScratchRunner, bool) {
	if c.kernel != nil {
		return nil, false
	}
	s, ok := c.x.Program().(backends.ScratchRunner)
	return s, ok
}

// check returns an error if Graph.Compile did not return c.
func (c *Compiled) check() error {
	if c == nil || c.graph == nil {
		return diag.Errorf(diag.Span{}, "the compiled partition is not initialized").WithHelp("get it from Graph.Compile")
	}
	return nil
}

// enter begins a run. If it succeeds, the caller must call c.leave after the run.
func (c *Compiled) enter() error {
	if err := c.check(); err != nil {
		return err
	}
	return c.graph.runs.enter()
}

// leave ends a run. A deferred call also keeps c reachable during the run, so that its executables
// are not closed.
func (c *Compiled) leave() { c.graph.runs.leave() }

// Run runs the partition. If the graph has an allocator, the results are in the allocator's memory.
func (c *Compiled) Run(ctx context.Context, inputs ...*tensor.Tensor) ([]*tensor.Tensor, error) {
	if err := c.enter(); err != nil {
		return nil, err
	}
	defer c.leave()
	return c.run(ctx, inputs)
}

// run is Run for callers that have called Compiled.enter or runs.enter.
func (c *Compiled) run(ctx context.Context, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	args, err := c.arguments(ctx, inputs)
	if err != nil {
		return nil, err
	}
	switch {
	case c.kernel != nil:
		return c.runKernel(ctx, args)
	case c.graph.o.Allocator == nil:
		return c.x.Run(ctx, args...)
	}
	return c.runAllocated(ctx, args)
}

// RunScratch runs the partition and writes the results to outputs. scratch must have at least
// ScratchBytes bytes, must start at a multiple of 64, and must not overlap an input or an output in
// its first ScratchBytes bytes.
func (c *Compiled) RunScratch(ctx context.Context, inputs, outputs []*tensor.Tensor, scratch []byte) error {
	if err := c.enter(); err != nil {
		return err
	}
	defer c.leave()
	// The program does not check the inputs that only Compiled.before reads.
	if err := backends.CheckApart(outputs, inputs); err != nil {
		return err
	}
	if err := backends.CheckScratch(scratch[:min(int64(len(scratch)), c.ScratchBytes())], inputs, outputs); err != nil {
		return err
	}
	args, err := c.arguments(ctx, inputs)
	if err != nil {
		return err
	}
	if c.kernel != nil {
		return c.runKernelInto(ctx, args, outputs)
	}
	if s, ok := c.scratchRunner(); ok {
		return s.RunScratch(ctx, args, outputs, scratch)
	}
	return c.x.RunInto(ctx, args, outputs)
}

// RunInPlace runs the partition. The results of this run or of later runs may use the memory of the
// inputs that InPlace returns, so these inputs must not be used afterwards. If the graph has an
// allocator, or if a kernel runs the partition, RunInPlace is the same as Run.
func (c *Compiled) RunInPlace(ctx context.Context, inputs ...*tensor.Tensor) ([]*tensor.Tensor, error) {
	if err := c.enter(); err != nil {
		return nil, err
	}
	defer c.leave()
	if c.kernel != nil || c.graph.o.Allocator != nil {
		return c.run(ctx, inputs)
	}
	args, err := c.arguments(ctx, inputs)
	if err != nil {
		return nil, err
	}
	donate := make([]bool, len(args))
	for i, from := range c.args {
		donate[i] = slices.ContainsFunc(c.pairs, func(p Pair) bool { return p.Input == from })
	}
	return c.x.RunDonating(ctx, args, donate)
}

// arguments returns the arguments of x or kernel. c.args selects them from the inputs and the
// results of the executable "before".
func (c *Compiled) arguments(ctx context.Context, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if ctx == nil {
		return nil, backends.NoContext("a run")
	}
	if err := backends.CheckInputs(c.inputs, inputs); err != nil {
		return nil, err
	}
	all := slices.Clone(inputs)
	if c.before != nil {
		made, err := c.graph.constants.get(ctx, c, inputs)
		if err != nil {
			return nil, err
		}
		all = append(all, made...)
	}
	args := make([]*tensor.Tensor, len(c.args))
	for i, from := range c.args {
		args[i] = all[from]
	}
	return args, nil
}

// findPairs pairs outputs with inputs of the same type that are neither constants nor host scalars.
func (c *Compiled) findPairs(p *patternfusion.Partition) []Pair {
	var out []Pair
	taken := make([]bool, len(p.Inputs))
	for o, t := range c.outputs {
		for _, i := range c.args {
			if i >= len(p.Inputs) || taken[i] || c.inputs[i] != t {
				continue
			}
			property := onednngraph.TensorOf(p.Inputs[i]).Property
			if property != onednngraph.Constant && property != onednngraph.Host {
				taken[i] = true
				out = append(out, Pair{i, o})
				break
			}
		}
	}
	return out
}
