package graphapi

import (
	"context"
	"fmt"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

// Kernel creates the function that runs the partition p. The parameters "inputs" and "outputs" have
// the types of the partition's inputs and outputs, with static shapes. If Kernel returns a nil
// function, the partition is compiled as if its kind had no kernel.
type Kernel func(p *patternfusion.Partition, inputs, outputs []ir.Type) (KernelFunc, error)

// KernelFunc computes results from inputs and writes them to outputs, which the caller allocates.
// It must be safe for concurrent use.
type KernelFunc func(ctx context.Context, inputs, outputs []*tensor.Tensor) error

// mapped returns a compiled partition that calls the kernel of p's kind; nil if there is no such
// kernel.
func (g *Graph) mapped(p *patternfusion.Partition, m ir.Module) (*Compiled, error) {
	makeKernel := g.o.Kernels[p.Kind]
	if makeKernel == nil {
		return nil, nil
	}
	f, _ := ir.As[fn.Func](m.Body().First())
	t := f.FunctionType()
	run, err := makeKernel(p, t.Inputs, t.Results)
	if err != nil {
		return nil, kernelError(p, err)
	}
	if run == nil {
		return nil, nil
	}
	kernel := func(ctx context.Context, inputs, outputs []*tensor.Tensor) error {
		return kernelError(p, run(ctx, inputs, outputs))
	}
	c := &Compiled{graph: g, kernel: kernel, inputs: t.Inputs, outputs: t.Results}
	for i := range t.Inputs {
		c.args = append(c.args, i)
	}
	c.describe(p)
	return c, nil
}

// kernelError adds the id and the kind of the partition, and the location of its first operation,
// to an error of a kernel.
func kernelError(p *patternfusion.Partition, err error) error {
	if err == nil {
		return nil
	}
	at := ir.ErrorAt(p.Ops[0], "partition %d (%s)", p.ID, p.Kind)
	return fmt.Errorf("%s: %w", at.Error(), err)
}

func (c *Compiled) runKernel(ctx context.Context, args []*tensor.Tensor) ([]*tensor.Tensor, error) {
	outputs, err := c.newOutputs()
	if err != nil {
		return nil, err
	}
	if err := c.kernel(ctx, args, outputs); err != nil {
		if a := c.graph.o.Allocator; a != nil {
			freeTensors(a, outputs, Output)
		}
		return nil, err
	}
	return outputs, nil
}

func (c *Compiled) newOutputs() ([]*tensor.Tensor, error) {
	if a := c.graph.o.Allocator; a != nil {
		return newTensors(a, c.outputs, Output)
	}
	outputs := make([]*tensor.Tensor, len(c.outputs))
	for i, t := range c.outputs {
		shape, _ := t.Shape()
		var err error
		if outputs[i], err = tensor.TryNew(t.Kind(), shape...); err != nil {
			return nil, err
		}
	}
	return outputs, nil
}

func (c *Compiled) runKernelInto(ctx context.Context, args, outputs []*tensor.Tensor) error {
	if err := backends.CheckOutputs(c.outputs, outputs, args); err != nil {
		return err
	}
	return c.kernel(ctx, args, outputs)
}
