package irplace

import (
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Func is the graph of a function, and its relation to the program.
//
// Each operation of the function's block except its terminator is a node. An operation with
// regions is one node, which also uses the values that its regions capture. Constants are
// flagged, so that they are cloned into each consumer. The function's arguments and its
// return make no edges, since they connect no operations. Operations that touch the same
// memory or resource are ordered by edges without a value.
type Func struct {
	*placement.Graph
	Fn      fn.Func
	Ops     []*ir.Op    // by node
	Result  []*ir.Value // by value of the graph
	Names   *asm.Names
	Symbols *ir.Symbols  // the symbols of the module
	Index   *index.Index // node i is operation i; the terminator is not a node
}

// FromFunc builds the graph of f. The device of a node is an index in devices. It is None for a
// constant, and if the operation names no device, or a device that is not in devices. FromFunc
// fails if Divisible fails, or if there are more than MaxDevices devices. symbols is the symbol
// table of the module, built once for all its functions.
func FromFunc(f fn.Func, devices []string, symbols *ir.Symbols) (*Func, error) {
	if err := Divisible(f); err != nil {
		return nil, err
	}
	if len(devices) > placement.MaxDevices {
		return nil, ir.Errorf(f.Op, "can be divided among at most %d devices, but there are %d", placement.MaxDevices, len(devices)).
			WithHelp("leave out the devices of the lowest priority")
	}
	number := make(map[string]int32, len(devices))
	for i, d := range devices {
		number[d] = int32(i)
	}
	blk := f.Entry()
	g := &Func{Fn: f, Index: index.Of(blk), Names: asm.NewNames(f.Op), Symbols: symbols}
	b := &placement.Builder{
		Devices: devices, Names: func(v int32) string { return g.Names.Op(g.Ops[v]) },
		Kinds:   func(v int32) string { return g.Ops[v].Name() },
		Types:   func(value int32) ir.Type { return g.Result[value].Type() },
		Touched: func(v, value int32) (int64, bool) { return touched(g.Ops[v], g.Result[value]) },
		Drawn:   func(v, input int32) (int64, bool) { return touched(g.Ops[v], g.Index.Values[input]) },
	}
	insides := NewInsides(symbols)
	insides.Entry(f)
	g.Ops = make([]*ir.Op, 0, len(g.Index.Ops))
	for op := range blk.Ops() {
		if op == blk.Last() {
			break
		}
		b.Node(nodeOf(op, number, insides))
		g.Ops = append(g.Ops, op)
	}
	g.addValues(b)
	g.addInputs(b)
	g.addHidden(b, insides)
	g.addOrder(b)
	var err error
	if g.Graph, err = b.Build(); err != nil {
		return nil, ir.Errorf(f.Op, "cannot be divided: %v", err)
	}
	return g, nil
}

func nodeOf(op *ir.Op, number map[string]int32, insides *Insides) placement.Node {
	n := placement.Node{Device: placement.None, Op: op.ID(), Label: label(op), Work: insides.Work(op), Load: insides.Load(op), Inside: insides.Peak(op)}
	if IsConstant(op) {
		n.Flags, n.Work = placement.Constant, 0
		if w, ok := ir.Cast[weightless](op); ok && w.Weightless() {
			n.Flags |= placement.Weightless
		}
	} else if name, ok := cluster.DeviceOf(op); ok {
		if d, ok := number[name]; ok {
			n.Device = d
		}
		n.Takes = takes(op, number)
	}
	if returned(op, op.Block().Last()) {
		n.Flags |= placement.Returned
	}
	if op.NumRegions() > 0 {
		n.Flags |= placement.Atomic
	}
	return n
}

// takes returns the devices that op lists as candidates, as a bit set. The set is empty if op must
// stay on its device ([cluster.Pinned]).
func takes(op *ir.Op, number map[string]int32) (set uint64) {
	if cluster.Pinned(op) {
		return 0
	}
	for _, name := range cluster.Candidates(op) {
		if d, ok := number[name]; ok {
			set |= 1 << d
		}
	}
	return set
}

// returned reports whether the terminator of the block reads a result of op.
func returned(op, end *ir.Op) bool {
	for v := range op.Results() {
		for u := range v.Uses() {
			if u.Owner() == end {
				return true
			}
		}
	}
	return false
}

// Divisible fails for a function that cannot be divided: one without a body, or with
// several blocks.
func Divisible(f fn.Func) error {
	switch {
	case f.IsDeclaration():
		return ir.Errorf(f.Op, "has no body, so there is nothing to place").
			WithHelp("give @" + f.SymName() + " a body")
	case len(f.Body().Blocks) > 1:
		return ir.Errorf(f.Op, "has %d blocks, but only a function of one block can be divided among devices", len(f.Body().Blocks)).
			WithHelp("write its control flow with operations that have regions, such as scf.if and scf.while")
	}
	return nil
}

func (g *Func) addValues(b *placement.Builder) {
	x := g.Index
	maker := int32(0)
	for v, value := range x.Values[x.Args:] {
		if op := value.Def(); op != g.Fn.Entry().Last() {
			for x.Ops[maker] != op {
				maker++ // values are in the order of the operations that make them
			}
			n, _ := Bytes(value.Type())
			id := b.Value(maker, n)
			g.Result = append(g.Result, value)
			for _, u := range x.Users.Row(int32(v + x.Args)) {
				if int(u) < len(g.Ops) {
					b.Use(id, u)
				}
			}
			for u := range value.Uses() {
				if u.Owner() == g.Fn.Entry().Last() {
					b.Return(id)
				}
			}
		}
	}
}

func (g *Func) addInputs(b *placement.Builder) {
	for i, v := range g.Index.Values[:g.Index.Args] {
		n, _ := Bytes(v.Type())
		in := b.Input(placement.Input{Bytes: n, Static: static(g.Fn, i)})
		for _, u := range g.Index.Users.Row(int32(i)) {
			if int(u) < len(g.Ops) {
				b.Feed(in, u)
			}
		}
	}
}

func (g *Func) addHidden(b *placement.Builder, insides *Insides) {
	known := map[*ir.Op]int32{}
	for v, op := range g.Ops {
		for _, c := range insides.Constants(op) {
			id, ok := known[c]
			if !ok {
				id = b.Hidden(ConstantBytes(c))
				known[c] = id
			}
			b.Keep(int32(v), id)
		}
	}
}

func static(f fn.Func, i int) bool {
	d := f.ArgAttrs(i)
	return d != nil && !d.Get(cluster.StaticAttr).IsNil()
}

// weightless is a constant that may need no memory.
type weightless interface{ Weightless() bool }

// toucher is an operation that may read only a part of an operand.
type toucher interface {
	Touched(operand int) (bytes int64, ok bool)
}

// touched returns how many bytes op reads from a value, if op implements toucher.
func touched(op *ir.Op, value *ir.Value) (n int64, ok bool) {
	t, can := ir.Cast[toucher](op)
	if !can {
		return 0, false
	}
	for i, x := range op.OperandList() {
		if x != value {
			continue
		}
		bytes, part := t.Touched(i)
		if !part {
			return 0, false
		}
		n += bytes
	}
	return n, true
}

func (g *Func) addOrder(b *placement.Builder) {
	e := NewEffects(g.Symbols)
	for i, op := range g.Ops {
		e.Visit(op, int32(i), b.Order)
	}
}

// Groups returns the fusion groups that operations name, or nil if none does.
func (g *Func) Groups() *placement.Groups { return GroupsOf(g.Ops) }

// Node returns the node of an operation; ok is false if the operation has no node.
func (g *Func) Node(op *ir.Op) (v int32, ok bool) {
	v, ok = g.Index.Op(op)
	return v, ok && int(v) < len(g.Ops)
}

// NodeAround returns the node of op. If op is nested in a region, it returns the node of the
// operation of the function's block that contains op. ok is false for the terminator.
func (g *Func) NodeAround(op *ir.Op) (v int32, ok bool) {
	for op != nil && op.Block() != g.Fn.Entry() {
		op = op.Parent()
	}
	return g.Node(op)
}

// Reads calls f for each value that op reads as an operand or in its regions, if the value is an
// argument of blk or a result of an operation in blk. A value that is read twice is passed twice.
func Reads(op *ir.Op, blk *ir.Block, f func(*ir.Value)) { index.Captures(op, blk, f) }

// IsConstant reports whether op is cloned into each cluster that uses it. A constant has one
// result, and neither operands nor regions. An unregistered operation of this form is constant if
// its name ends in ".constant".
func IsConstant(op *ir.Op) bool {
	if op.NumOperands() > 0 || op.NumRegions() > 0 || op.NumResults() != 1 {
		return false
	}
	return op.Has(ir.ConstantLike) || !op.Def().Registered() && strings.HasSuffix(op.Name(), ".constant")
}

// Entries returns the functions of a module that are divided among devices. They have a body, are
// public, and were not outlined from a cluster. No operation of the module refers to them, but main
// may be referenced. If there are none, Entries returns all functions with a body that were not
// outlined.
func Entries(m ir.Module) []fn.Func {
	called := map[string]bool{}
	m.Op.Walk(func(op *ir.Op) bool {
		ir.SymbolRefs(op, func(r *ir.SymbolRefAttr) { called[r.Root] = true })
		return true
	})
	var entries, bodies []fn.Func
	for op := range m.Body().Ops() {
		f, ok := ir.As[fn.Func](op)
		if !ok || f.IsDeclaration() {
			continue
		}
		if _, made := cluster.DeviceOf(op); made {
			continue
		}
		bodies = append(bodies, f)
		if !f.Op.IsPrivate() && (!called[f.SymName()] || f.SymName() == "main") {
			entries = append(entries, f)
		}
	}
	if len(entries) == 0 {
		return bodies
	}
	return entries
}

// Devices returns the names of a module's devices. Without a list it returns the devices
// that operations name, in order of first use.
func Devices(m ir.Module) []string {
	var names []string
	if list, ok := cluster.Devices(m.Op); ok {
		for _, t := range list {
			names = append(names, t.Name)
		}
		return names
	}
	seen := map[string]bool{}
	m.Op.Walk(func(op *ir.Op) bool {
		if d, ok := cluster.DeviceOf(op); ok && !seen[d] {
			seen[d] = true
			names = append(names, d)
		}
		return true
	})
	return names
}
