// Package hetero runs a program that was divided among devices: each cluster.launch
// on the backend of its device, one after the other. It uses the other backends
// through their public interface only.
package hetero

import (
	"bytes"
	"context"
	"errors"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

const (
	doc     = "runs a divided program over the backends of its devices"
	version = "1"
)

// Factory describes the backend to a registry of backends.
func Factory() backends.Factory {
	return backends.Factory{Name: "hetero", Doc: doc, Divided: true, Open: func(cfg backends.Config) (backends.Backend, error) {
		core, err := backends.NewCore(cfg, backends.Info{Name: "hetero", Doc: doc, Version: version}, backend{})
		if err != nil {
			return nil, err
		}
		return backend{core}, nil
	}}
}

type backend struct{ *backends.Core }

// Query implements placement.Querier: launches and constants.
func (b backend) Query(ctx context.Context, f fn.Func) ([]placement.Answer, error) {
	var as []placement.Answer
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() {
			break
		}
		a := placement.Answer{Op: op, Supported: ir.Is[cluster.Launch](op) || op.Has(ir.ConstantLike)}
		if !a.Supported {
			a.Reason = "'" + op.Name() + "' stands outside of all clusters"
		}
		as = append(as, a)
	}
	return as, ctx.Err()
}

// Compile implements backends.Backend. Clusters that are equal but for their names
// are compiled once; what one backend compiles it gets all at once, if it can take
// that.
func (b backend) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	f, err := backends.Entry(m, o.Entry)
	if err != nil {
		return nil, err
	}
	c := &collector{symbols: ir.NewSymbols(m.Op), byText: map[string]int{}, options: o}
	p, err := schedule(f, c)
	if err != nil {
		return nil, err
	}
	if p.programs, err = c.compile(ctx, b.Config().Others); err != nil {
		return nil, err
	}
	return p, nil
}

// collector gathers what is to be compiled.
type collector struct {
	symbols  *ir.Symbols
	options  backends.CompileOptions
	requests []request
	byText   map[string]int
}

// request is a cluster on its own, for a device.
type request struct {
	device string
	module ir.Module
}

// add returns the number of the request for a launch.
func (c *collector) add(l cluster.Launch) (int, error) {
	f, ok := ir.As[fn.Func](c.symbols.Resolve(l.Callee()))
	if !ok || f.IsDeclaration() {
		return 0, ir.Errorf(l.Op, "launches no function of this module")
	}
	m := c.isolate(f)
	var text bytes.Buffer
	text.WriteString(l.Device() + "\n")
	if err := ir.PrintGeneric(&text, m.Op); err != nil {
		return 0, err
	}
	key := text.String()
	n, seen := c.byText[key]
	if !seen {
		n = len(c.requests)
		c.byText[key] = n
		c.requests = append(c.requests, request{l.Device(), m})
	}
	return n, nil
}

// isolate returns a module of f, called @main, and of all that it refers to.
func (c *collector) isolate(f fn.Func) ir.Module {
	m := ir.NewModule(f.Op.Registry())
	b := ir.NewBuilder(f.Op.Registry())
	b.AtEnd(m.Body())
	done := map[*ir.Op]bool{}
	var add func(op *ir.Op)
	add = func(op *ir.Op) {
		if op == nil || done[op] {
			return
		}
		done[op] = true
		copied := b.Clone(op, &ir.Mapping{})
		if op == f.Op {
			copied.SetAttr("sym_name", ir.NewString("main"))
			copied.SetAttr("sym_visibility", ir.Attr{})
		}
		op.Walk(func(o *ir.Op) bool {
			ir.SymbolRefs(o, func(r *ir.SymbolRefAttr) { add(c.symbols.Lookup(r.Root)) })
			return true
		})
	}
	add(f.Op)
	m.Op.Walk(func(op *ir.Op) bool {
		op.SetDiscardable(cluster.DeviceAttr, ir.Attr{})
		op.SetDiscardable(cluster.OriginAttr, ir.Attr{})
		return true
	})
	return m
}

// compile compiles all requests, device by device, and returns the programs in the
// order of the requests.
func (c *collector) compile(ctx context.Context, open func(string) (backends.Backend, error)) ([]backends.Program, error) {
	programs := make([]backends.Program, len(c.requests))
	done := map[string]bool{}
	for _, r := range c.requests {
		if done[r.device] {
			continue
		}
		done[r.device] = true
		b, err := open(r.device)
		if err == nil {
			err = c.device(ctx, b, r.device, programs)
		}
		if err != nil {
			return nil, errors.Join(err, closeAll(programs))
		}
	}
	return programs, nil
}

// device compiles the requests for one device.
func (c *collector) device(ctx context.Context, b backends.Backend, device string, programs []backends.Program) error {
	var at []int
	var rs []backends.CompileRequest
	for i, r := range c.requests {
		if r.device == device {
			o := c.options
			o.Entry = "main"
			at, rs = append(at, i), append(rs, backends.CompileRequest{Module: r.module, Options: o})
		}
	}
	if batch, ok := b.(backends.BatchCompiler); ok {
		ps, err := batch.CompileAll(ctx, rs)
		for i, p := range ps {
			programs[at[i]] = p
		}
		return err
	}
	for i, r := range rs {
		p, err := b.Compile(ctx, r.Module, r.Options)
		if err != nil {
			return err
		}
		programs[at[i]] = p
	}
	return nil
}

func closeAll(ps []backends.Program) error {
	var errs []error
	for _, p := range ps {
		if p != nil {
			errs = append(errs, p.Close())
		}
	}
	return errors.Join(errs...)
}
