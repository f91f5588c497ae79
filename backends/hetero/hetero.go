// Package hetero runs programs that were divided among devices. It runs each cluster.launch on the
// backend of its device. It uses other backends only through the interfaces of package backends.
package hetero

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

const (
	doc     = "runs a divided program on the backends of its devices"
	version = "3"
)

// ModeProperty is the property that selects in which order, and how concurrently, parts run.
const ModeProperty = "mode"

// The values of ModeProperty.
const (
	Sequential   = "sequential"   // one part after the other, in program order
	Asynchronous = "asynchronous" // a part runs as soon as its inputs are computed
	Pipelined    = "pipelined"    // each device works on one run at a time; runs overlap
)

// Factory returns the factory of the backend hetero.
func Factory() backends.Factory {
	return backends.Factory{Name: "hetero", Doc: doc, Divided: true, Exclusion: &backends.Exclusion{}, Open: func(cfg backends.Config) (backends.Backend, error) {
		core, err := backends.NewCore(cfg, backends.Info{Name: "hetero", Doc: doc, Version: version}, backend{}, property.Property{
			Key: ModeProperty, Doc: "how the parts of a program run", Default: Sequential, Access: property.ReadWrite,
			Choices: []string{Sequential, Asynchronous, Pipelined},
		})
		if err != nil {
			return nil, err
		}
		core.TakesOthers()
		return backend{core}, nil
	}}
}

type backend struct{ *backends.Core }

// Query implements irplace.Querier. The backend supports constants and copies. It supports a launch
// if the device of the launch supports all operations of the launched cluster.
func (b backend) Query(ctx context.Context, f fn.Func) ([]irplace.Answer, error) {
	if err := backends.CheckQuery(ctx, f); err != nil {
		return nil, err
	}
	c := &collector{symbols: ir.NewSymbols(f.Op.Parent()), byText: map[string]int{}}
	whys := map[int]string{} // by request
	var as []irplace.Answer
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() {
			break
		}
		a := irplace.Answer{Op: op}
		if l, ok := ir.As[cluster.Launch](op); ok {
			a.Reason = b.refusal(ctx, c, l, whys)
		} else if err := host.CheckValues(op); err != nil {
			a.Reason = diag.Messages(err)
		} else if !ir.Is[cluster.Copy](op) && constantOf(op) == nil {
			a.Reason = "'" + op.Name() + "' is outside all clusters"
		}
		a.Supported = a.Reason == ""
		as = append(as, a)
	}
	return as, ctx.Err()
}

// refusal returns why a launch can't be compiled; "" if it can.
func (b backend) refusal(ctx context.Context, c *collector, l cluster.Launch, whys map[int]string) string {
	copies, name, _, err := c.add(l)
	if err != nil {
		return diag.Messages(err)
	}
	for _, n := range copies {
		why, known := whys[n]
		if !known {
			if why, err = b.asks(ctx, c.requests[n]); err != nil {
				why = diag.Messages(err)
			}
			if why != "" {
				why = fmt.Sprintf("device '%s' refuses '%s' of @%s: %s", c.requests[n].device, l.Op.Name(), name, why)
			}
			whys[n] = why
		}
		if why != "" {
			return why
		}
	}
	return ""
}

// asks queries the device of r and returns why the device refuses r; "" if it supports r.
func (b backend) asks(ctx context.Context, r request) (string, error) {
	of, err := b.open(r.device)
	if err != nil {
		return "", err
	}
	f, err := fn.Entry(r.module, "main")
	if err != nil {
		return "", err
	}
	answers, err := of.Query(ctx, f)
	for _, a := range answers {
		if !a.Supported && !a.Idle {
			return a.Reason, err
		}
	}
	return "", err
}

// Memory implements backends.MemoryOwner. It returns host memory.
func (b backend) Memory() backends.Memory { return host.Memory(b.Info().Device) }

// NewMemory implements backends.MemoryMaker.
func (b backend) NewMemory(parameters map[string]any) (backends.Memory, error) {
	return host.NewMemory(b.Info().Device, parameters)
}

// Compile implements backends.Backend. If clusters for the same device differ only in their names,
// they share one compiled program for each replica. A backend that can compile several functions at
// once receives all functions for a device in one call.
func (b backend) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	if err := backends.CheckCompile(ctx, m); err != nil {
		return nil, err
	}
	s, err := b.Settings(o.Properties)
	if err != nil {
		return nil, err
	}
	m = host.Numbered(m)
	f, err := fn.Entry(m, o.Entry)
	if err != nil {
		return nil, err
	}
	sig, err := host.NewSignature(f)
	if err != nil {
		return nil, err
	}
	c := &collector{symbols: ir.NewSymbols(m.Op), byText: map[string]int{}, options: o, settings: s}
	pl, err := schedule(f, c)
	if err != nil {
		return nil, err
	}
	if err := checkDevices(s, c.devices()); err != nil {
		return nil, err
	}
	parts, err := c.compile(ctx, b.open)
	if err != nil {
		return nil, err
	}
	return newProgram(sig, pl, parts, c.notes, s, b.Header("", s)), nil
}

func (b backend) open(device string) (backends.Backend, error) {
	if b.Config().Others == nil {
		return nil, diag.Errorf(diag.Span{}, "backend '%s' was opened without access to other devices", b.Info().Name).WithHelp("open it through a backends.Registry")
	}
	return b.Config().Others(device)
}

// Fingerprint implements backends.Fingerprinter. It describes the backends of the devices: their
// versions, compilation properties and fingerprints. The programs of the devices depend on them.
func (b backend) Fingerprint(m ir.Module) (string, error) {
	if m.Op == nil {
		return "", nil // without a module, there are no devices
	}
	var devices []string
	m.Op.Walk(func(op *ir.Op) bool {
		if l, ok := ir.As[cluster.Launch](op); ok {
			holding, _ := holders(l)
			devices = append(devices, holding...)
		}
		return true
	})
	slices.Sort(devices)
	var text strings.Builder
	for _, device := range slices.Compact(devices) {
		of, err := b.open(device)
		if err != nil {
			return "", err
		}
		info := of.Info()
		fmt.Fprintf(&text, "%s: %s %s %s", device, info.Name, info.Version, strings.Join(of.Properties().Compiling(), " "))
		if f, ok := of.(backends.Fingerprinter); ok {
			print, err := f.Fingerprint(m)
			if err != nil {
				return "", err
			}
			text.WriteString(" " + print)
		}
		text.WriteString("; ")
	}
	return text.String(), nil
}

type collector struct {
	symbols  *ir.Symbols
	options  backends.CompileOptions
	settings *backends.Settings
	requests []request
	byText   map[string]int
	notes    host.OpNotes // of the operations in clusters, and of the constants outside
}

// request is a cluster to compile for a device.
type request struct {
	device string
	name   string // name of the first function with this cluster
	module ir.Module
	ops    []uint32
}

// holders returns the devices that hold copies of the cluster of a launch, beginning with the
// launch's own device. It also returns the number of copies on each device.
func holders(l cluster.Launch) (devices []string, replicas int) {
	devices, replicas = []string{l.Device()}, 1
	p, ok := cluster.PartOf(l.Op)
	if !ok {
		return devices, replicas
	}
	for _, d := range p.Devices {
		if !slices.Contains(devices, d) {
			devices = append(devices, d)
		}
	}
	return devices, int(max(1, min(p.Replicas, maxReplicas)))
}

// maxReplicas is the largest number of copies of a cluster that one device holds.
const maxReplicas = 1 << 10

// add adds a request for each copy of the cluster that l launches, unless an equal request exists.
// It returns the indices of the requests, and the name and operations of the launched function.
func (c *collector) add(l cluster.Launch) ([]int, string, []uint32, error) {
	f, ok := ir.As[fn.Func](c.symbols.Resolve(l.Callee()))
	if !ok || f.IsDeclaration() {
		return nil, "", nil, ir.Errorf(l.Op, "launches no function of this module")
	}
	var ops []uint32
	for _, n := range host.NoteOps(f) {
		c.notes, ops = append(c.notes, n), append(ops, n.ID)
	}
	m := c.isolate(f)
	var text bytes.Buffer
	if err := ir.PrintGeneric(&text, m.Op); err != nil {
		return nil, "", nil, err
	}
	devices, replicas := holders(l)
	var copies []int
	for replica := range replicas {
		for _, device := range devices {
			key := fmt.Sprintf("%s %d\n%s", device, replica, text.String())
			n, seen := c.byText[key]
			if !seen {
				n = len(c.requests)
				c.byText[key] = n
				c.requests = append(c.requests, request{device: device, name: f.SymName(), module: m, ops: ops})
			}
			copies = append(copies, n)
		}
	}
	return copies, f.SymName(), ops, nil
}

// isolate returns a module with copies of f, named @main, and of the functions that f refers to.
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

// compile compiles all requests, one device after the other, and returns the parts in the order of
// the requests.
func (c *collector) compile(ctx context.Context, open func(string) (backends.Backend, error)) ([]*part, error) {
	parts := make([]*part, len(c.requests))
	done := map[string]bool{}
	for _, r := range c.requests {
		if done[r.device] {
			continue
		}
		done[r.device] = true
		b, err := open(r.device)
		if err == nil {
			err = c.device(ctx, b, r.device, parts)
		}
		if err != nil {
			return nil, joined(err, closeAll(parts))
		}
	}
	return parts, nil
}

func (c *collector) device(ctx context.Context, b backends.Backend, device string, parts []*part) error {
	var at []int
	var rs []backends.CompileRequest
	for i, r := range c.requests {
		if r.device == device {
			o := c.options
			o.Entry, o.Properties = "main", forwarded(c.settings, b, device)
			at, rs = append(at, i), append(rs, backends.CompileRequest{Module: r.module, Options: o})
		}
	}
	batch, ok := b.(backends.BatchCompiler)
	if !ok {
		for i, r := range rs {
			p, err := b.Compile(ctx, r.Module, r.Options)
			if err != nil {
				return c.refused(ctx, err, device, at[i:i+1])
			}
			if parts[at[i]], err = c.requests[at[i]].part(b, p); err != nil {
				return err
			}
		}
		return nil
	}
	ps, err := batch.CompileAll(ctx, rs)
	if err != nil {
		err = c.refused(ctx, err, device, at)
	}
	if err == nil && len(ps) != len(rs) {
		err = diag.Errorf(diag.Span{}, "backend '%s' returned %d programs for %d requests, and no error", b.Info().Name, len(ps), len(rs))
	}
	for i, p := range ps[:min(len(ps), len(rs))] {
		made, wrong := c.requests[at[i]].part(b, p)
		if err == nil {
			err = wrong
		}
		parts[at[i]] = made
	}
	for _, p := range ps[min(len(ps), len(rs)):] {
		if !backends.Absent(p) {
			err = joined(err, p.Close())
		}
	}
	return err
}

func (c *collector) devices() []string {
	var ds []string
	for _, r := range c.requests {
		if !slices.Contains(ds, r.device) {
			ds = append(ds, r.device)
		}
	}
	return ds
}

// refused adds the device, and the functions of the requests with the given indices, to err. The
// device failed to compile these requests.
func (c *collector) refused(ctx context.Context, err error, device string, at []int) error {
	if ctx.Err() != nil {
		return err
	}
	what := "partition"
	if len(at) > 1 {
		what = "partitions"
	}
	var names []string
	for _, i := range at {
		names = append(names, "@"+c.requests[i].name)
	}
	return prefixed(err, fmt.Sprintf("%s %s on device '%s': ", what, strings.Join(names, ", "), device))
}

// prefixed returns err as one diagnostic whose message begins with prefix. Further diagnostics of
// err become notes.
func prefixed(err error, prefix string) error {
	all := diag.All(err)
	d := *all[0]
	d.Notes = append(slices.Clip(d.Notes), all[1:]...)
	d.Message = prefix + d.Message
	return diag.OfKind(err, &d)
}

// part returns a part with the program p, which b compiled for r. If p is missing, or has other
// types than r, part closes p and returns an error.
func (r *request) part(b backends.Backend, p backends.Program) (*part, error) {
	err := backends.CheckProgram(b, r.module, "main", p)
	if err == nil {
		return newPart(r.device, b, p, r.ops), nil
	}
	err = prefixed(err, fmt.Sprintf("partition @%s on device '%s': ", r.name, r.device))
	if backends.Absent(p) {
		return nil, err
	}
	return nil, joined(err, p.Close())
}
