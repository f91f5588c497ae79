package clusterverify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/placetest"
)

// placedProgram has operations on devices A and B that read results of the other device and a
// common constant. No operation is on device C. The program accesses memory, and has a call, a
// fusion group, and regions that capture values.
const placedProgram = `module attributes {cluster.devices = [#cluster.target<"A">, #cluster.target<"B">, #cluster.target<"C">]} {
  func.func private @callee(%x: i32, %y: i32) -> i32 {
    %0 = arith.subi %x, %y : i32
    return %0 : i32
  }
  func.func @main(%c: i1, %x: i32, %y: i32, %m: memref<i32>) -> (i32, i32, i32, i32) {
    %two = arith.constant 2 : i32
    %a1 = arith.muli %x, %two {cluster.device = "A"} : i32
    %i = arith.subi %a1, %x {cluster.device = "A"} : i32
    %b1 = arith.subi %y, %two {cluster.device = "B"} : i32
    %a2 = arith.subi %a1, %b1 {cluster.device = "A", cluster.group = "g"} : i32
    %a3 = arith.subi %a2, %x {cluster.device = "A", cluster.group = "g"} : i32
    %b2 = arith.subi %a1, %b1 {cluster.device = "B"} : i32
    %b3 = arith.cmpi slt, %b2, %a3 {cluster.device = "B"} : i32
    memref.store %b2, %m[] {cluster.device = "B"} : memref<i32>
    %l = memref.load %m[] {cluster.device = "B"} : memref<i32>
    memref.store %a3, %m[] {cluster.device = "B"} : memref<i32>
    %r = scf.if %c -> (i32) {
      %s = arith.divsi %l, %two : i32
      scf.yield %s : i32
    } else {
      scf.yield %b2 : i32
    } {cluster.device = "A"}
    %k = func.call @callee(%r, %a1) {cluster.device = "A"} : (i32, i32) -> i32
    %z = arith.select %b3, %k, %r {cluster.device = "B"} : i32
    return %z, %r, %b2, %i : i32, i32, i32, i32
  }
}
`

// placed divides placedProgram and returns its text. If "launches" is true, clusters are functions
// instead of regions. If "copies" is true, there are copies between devices.
func placed(t *testing.T, launches, copies bool) string {
	t.Helper()
	m := parsed(t, placedProgram)
	if err := partition.Module(t.Context(), m, partition.Options{Strategy: contract.Strategy{}, Options: placement.Options{Connected: true}}); err != nil {
		t.Fatal(err)
	}
	if launches {
		if err := clusteroutline.Module(m, clusteroutline.Options{Copies: copies}); err != nil {
			t.Fatal(err)
		}
	}
	return asm.String(m.Op)
}

func parsed(t *testing.T, text string) ir.Module {
	t.Helper()
	return placetest.Parse(t, text, arith.Dialect(), scf.Dialect(), memref.Dialect())
}

// mutation is a change that is possible at several places of a program. change makes it at place k.
// If there are at most k places, it returns false.
type mutation struct {
	name   string
	change func(m ir.Module, k int) bool
	want   []string // one of these errors is expected
	passes bool     // no error is expected, since the changed program is valid
	copied []string // errors that are also accepted if the program has copies
}

// nth calls change with operation k, counted from 0, of the operations for which can returns true.
// It returns false if there are at most k such operations.
func nth(m ir.Module, k int, can func(op *ir.Op) bool, change func(op *ir.Op)) bool {
	var at []*ir.Op
	m.Op.Walk(func(op *ir.Op) bool {
		if can(op) {
			at = append(at, op)
		}
		return true
	})
	if k >= len(at) {
		return false
	}
	change(at[k])
	return true
}

// computes reports whether op was in placedProgram before it was divided.
func computes(op *ir.Op) bool {
	return slices.Contains([]string{"arith", "memref", "scf", "func"}, strings.Split(op.Name(), ".")[0]) && !ir.Is[fn.Func](op)
}

func isCluster(op *ir.Op) bool {
	_, ok := cluster.RunsOn(op)
	return ok
}

func named(name string) func(*ir.Op) bool { return func(op *ir.Op) bool { return op.Name() == name } }

// swappable returns the indices of two different operands of the same type.
func swappable(op *ir.Op) (i, j int, ok bool) {
	vs := op.OperandList()
	for i := range vs {
		for j := i + 1; j < len(vs); j++ {
			if vs[i] != vs[j] && vs[i].Type() == vs[j].Type() {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// otherValue returns a different value that op could read as its operand i, or nil.
func otherValue(op *ir.Op, i int) *ir.Value {
	was := op.OperandAt(i)
	for _, a := range op.Block().Args() {
		if a != was && a.Type() == was.Type() {
			return a
		}
	}
	for o := range op.Block().Ops() {
		if o == op {
			break
		}
		for r := range o.Results() {
			if r != was && r.Type() == was.Type() && o.Name() != "cluster.copy" {
				return r
			}
		}
	}
	return nil
}

// rewired returns the index of the first operand of op that could be a different value, and this
// value. v is nil if there is none.
func rewired(op *ir.Op) (i int, v *ir.Value) {
	for i := range op.NumOperands() {
		if v := otherValue(op, i); v != nil {
			return i, v
		}
	}
	return 0, nil
}

// replaceWith replaces op by an operation with the given name and the same operands.
func replaceWith(op *ir.Op, name string) {
	b := ir.NewBuilder(op.Registry())
	b.Before(op)
	b.Loc = op.Loc()
	made := b.Op(name, ir.Init{Operands: op.OperandList(), Results: op.ResultTypes()})
	for _, a := range op.DiscardableAttrs() {
		made.SetDiscardable(a.Name, a.Attr)
	}
	op.Result().ReplaceAllUses(made.Result())
	op.Erase()
}

var mutations = []mutation{
	{name: "an operation is replaced by an operation of another kind", want: []string{"was changed after it was divided"}, change: func(m ir.Module, k int) bool {
		return nth(m, k, named("arith.subi"), func(op *ir.Op) { replaceWith(op, "arith.divsi") })
	}},
	{name: "two operands are exchanged", want: []string{"was changed after it was divided"}, change: func(m ir.Module, k int) bool {
		can := func(op *ir.Op) bool { _, _, ok := swappable(op); return ok }
		return nth(m, k, can, func(op *ir.Op) {
			i, j, _ := swappable(op)
			a, b := op.OperandAt(i), op.OperandAt(j)
			op.SetOperandAt(i, b)
			op.SetOperandAt(j, a)
		})
	}},
	{name: "an operand is a different value", want: []string{"was changed after it was divided", "instead of its copy", "that has no copy"}, change: func(m ir.Module, k int) bool {
		can := func(op *ir.Op) bool { _, v := rewired(op); return v != nil }
		return nth(m, k, can, func(op *ir.Op) {
			i, v := rewired(op)
			op.SetOperandAt(i, v)
		})
	}},
	{name: "two results are exchanged", want: []string{"was changed after it was divided"}, change: func(m ir.Module, k int) bool {
		can := func(op *ir.Op) bool {
			return op.NumResults() > 1 && op.ResultAt(0).Type() == op.ResultAt(1).Type() && op.ResultAt(0).HasUses()
		}
		return nth(m, k, can, func(op *ir.Op) {
			uses := slices.Collect(op.ResultAt(0).Uses())
			op.ResultAt(1).ReplaceAllUses(op.ResultAt(0))
			for _, u := range uses {
				u.Owner().SetOperandAt(u.Index(), op.ResultAt(1))
			}
		})
	}},
	{name: "an operation is removed", want: []string{"but its clusters have 12", "was changed after it was divided"}, change: func(m ir.Module, k int) bool {
		can := func(op *ir.Op) bool {
			return computes(op) && op.NumResults() == 1 && op.NumOperands() > 0 && otherValue(op, 0) != nil && otherValue(op, 0).Type() == op.Result().Type()
		}
		return nth(m, k, can, func(op *ir.Op) {
			op.Result().ReplaceAllUses(otherValue(op, 0))
			op.Erase()
		})
	}},
	{name: "a store is removed", want: []string{"but its clusters have 12"}, change: func(m ir.Module, k int) bool {
		return nth(m, k, named("memref.store"), (*ir.Op).Erase)
	}},
	{name: "an operation is duplicated", want: []string{"occurs twice", "was changed after it was divided"}, change: func(m ir.Module, k int) bool {
		can := func(op *ir.Op) bool { return computes(op) && !op.Terminator() && op.NumOperands() > 0 }
		return nth(m, k, can, func(op *ir.Op) {
			b := ir.NewBuilder(op.Registry())
			b.Before(op)
			b.Clone(op, &ir.Mapping{})
		})
	}},
	{name: "two accesses to memory are exchanged", want: []string{"was changed after it was divided"}, change: func(m ir.Module, k int) bool {
		can := func(op *ir.Op) bool {
			next := op.Next()
			return strings.HasPrefix(op.Name(), "memref.") && next != nil && strings.HasPrefix(next.Name(), "memref.") && op.NumResults() == 0
		}
		return nth(m, k, can, func(op *ir.Op) { op.Next().MoveBefore(op) })
	}},
	{name: "one copy of a constant has a different value", want: []string{"differs from another copy of the same constant"}, change: func(m ir.Module, k int) bool {
		return nth(m, k, named("arith.constant"), func(op *ir.Op) { op.SetAttr("value", ir.NewInt(3, op.Result().Type())) })
	}},
	{name: "all copies of a constant have a different value", want: []string{"was changed after it was divided"}, change: func(m ir.Module, k int) bool {
		m.Op.Walk(func(op *ir.Op) bool {
			if op.Name() == "arith.constant" {
				op.SetAttr("value", ir.NewInt(3, op.Result().Type()))
			}
			return true
		})
		return k == 0
	}},
	{name: "an attribute of an operation changes", want: []string{"was changed after it was divided"}, change: func(m ir.Module, k int) bool {
		return nth(m, k, named("arith.cmpi"), func(op *ir.Op) { op.SetAttr("predicate", ir.NewI64(4)) })
	}},
	{name: "an operation gets a new attribute", want: []string{"was changed after it was divided", "differs from another copy of the same constant"}, change: func(m ir.Module, k int) bool {
		can := func(op *ir.Op) bool { return computes(op) && !op.Terminator() }
		return nth(m, k, can, func(op *ir.Op) { op.SetDiscardable("fast", ir.Unit()) })
	}},
	{name: "a cluster runs on a device that its operations are not for", want: []string{"but is in a cluster on 'C'", "on device 'C', but the function is for"}, change: func(m ir.Module, k int) bool {
		return nth(m, k, isCluster, func(op *ir.Op) { op.SetAttr("device", ir.NewString("C")) })
	}},
	{name: "an operation is for a device that its cluster does not run on", want: []string{"is for device 'C', but is in a cluster on", "but the function is for 'C'"}, change: func(m ir.Module, k int) bool {
		can := func(op *ir.Op) bool { _, ok := cluster.DeviceOf(op); return ok }
		return nth(m, k, can, func(op *ir.Op) { cluster.SetDevice(op, "C") })
	}},
	{name: "a device is not listed", want: []string{"which the module's attribute cluster.devices does not list"}, change: func(m ir.Module, k int) bool {
		cluster.SetDevices(m.Op, []ir.Attr{cluster.NewTarget("A")})
		return k == 0
	}},
	{name: "a copy is removed", want: []string{"that has no copy"}, change: func(m ir.Module, k int) bool {
		return nth(m, k, named("cluster.copy"), func(op *ir.Op) {
			op.Result().ReplaceAllUses(op.OperandAt(0))
			op.Erase()
		})
	}},
	{name: "a cluster is before another cluster whose result it reads", want: []string{"does not dominate this use"}, change: func(m ir.Module, k int) bool {
		can := func(op *ir.Op) bool { return isCluster(op) && op.Prev() != nil && reads(op, op.Prev()) }
		return nth(m, k, can, func(op *ir.Op) { op.MoveBefore(op.Prev()) })
	}},
	{name: "an operation outside a group's cluster is marked as a member of the group", want: []string{"is in group 'g', but not in the cluster of"}, change: func(m ir.Module, k int) bool {
		can := func(op *ir.Op) bool { return op.Name() == "arith.divsi" || op.Name() == "func.call" }
		return nth(m, k, can, func(op *ir.Op) { op.SetDiscardable(cluster.GroupAttr, ir.NewString("g")) })
	}},
	{name: "an operation in a cluster is marked as unsupported", want: []string{"is marked as unsupported by all devices, but is in a cluster on"}, change: func(m ir.Module, k int) bool {
		can := func(op *ir.Op) bool { _, ok := cluster.DeviceOf(op); return ok && !ir.Is[fn.Func](op) }
		return nth(m, k, can, func(op *ir.Op) {
			op.SetDiscardable(cluster.DeviceAttr, ir.Attr{})
			op.SetDiscardable(cluster.UnplacedAttr, ir.NewString("why"))
		})
	}},
	{name: "a called function is changed", want: []string{"was changed after it was divided"}, change: func(m ir.Module, k int) bool {
		f := ir.NewSymbols(m.Op).Lookup("callee")
		f.Walk(func(op *ir.Op) bool {
			if op.Name() == "arith.subi" {
				op.SetOperandAt(0, op.OperandAt(1))
			}
			return true
		})
		return k == 0
	}},
	{name: "the recorded number of operations is wrong", want: []string{"had 3 operations before it was divided, not counting constants, but its clusters have 13"}, change: func(m ir.Module, k int) bool {
		ir.NewSymbols(m.Op).Lookup("main").SetDiscardable(cluster.OpsAttr, ir.NewI64(3))
		return k == 0
	}},
	{name: "the fingerprint is removed", want: []string{"no attribute cluster.hash with the fingerprint that it had before it was divided"}, change: func(m ir.Module, k int) bool {
		ir.NewSymbols(m.Op).Lookup("main").SetDiscardable(cluster.HashAttr, ir.Attr{})
		return k == 0
	}},
	{name: "the recorded order has an id twice", want: []string{"must list each id once, but has 1 twice"}, change: func(m ir.Module, k int) bool {
		ir.NewSymbols(m.Op).Lookup("main").SetDiscardable(cluster.OrderAttr, ir.NewDenseI64(1, 1))
		return k == 0
	}},

	// Each of the following changes gives another valid division.
	{name: "a cluster and all its operations are for another listed device", passes: true, copied: []string{"copies from 'B' a value that is on 'C'", "runs on 'C', but operand #"}, change: func(m ir.Module, k int) bool {
		return nth(m, k, isCluster, func(op *ir.Op) {
			symbols := ir.NewSymbols(m.Op)
			op.SetAttr("device", ir.NewString("C"))
			inside := op
			if l, ok := ir.As[cluster.Launch](op); ok {
				inside = symbols.Lookup(l.CalleeName())
			}
			inside.Walk(func(o *ir.Op) bool {
				if _, ok := cluster.DeviceOf(o); ok {
					cluster.SetDevice(o, "C")
				}
				return true
			})
		})
	}},
	{name: "a constant is marked as a copy of a different original", passes: true, change: func(m ir.Module, k int) bool {
		return nth(m, k, named("arith.constant"), func(op *ir.Op) { cluster.SetOrigin(op, 99) })
	}},
	{name: "two independent operations are exchanged", passes: true, change: func(m ir.Module, k int) bool {
		can := func(op *ir.Op) bool {
			next := op.Next()
			return computes(op) && strings.HasPrefix(op.Name(), "arith.") && next != nil && strings.HasPrefix(next.Name(), "arith.") && !reads(next, op)
		}
		return nth(m, k, can, func(op *ir.Op) { op.Next().MoveBefore(op) })
	}},
}

func reads(op, other *ir.Op) bool {
	return slices.ContainsFunc(op.OperandList(), func(v *ir.Value) bool { return v.Def() == other })
}

// TestX9SystematicMutations applies each mutation at each place of the divided program. The IR
// verifier or the cluster verifier must report an error if the result is not a valid division.
func TestX9SystematicMutations(t *testing.T) {
	for _, form := range []struct {
		name             string
		launches, copies bool
	}{{"regions", false, false}, {"launches", true, false}, {"copies", true, true}} {
		text := placed(t, form.launches, form.copies)
		if err := found(parsed(t, text)); err != nil {
			t.Fatalf("%s: %v\n%s", form.name, err, text)
		}
		for _, x := range mutations {
			places := 0
			for m := parsed(t, text); x.change(m, places); m = parsed(t, text) {
				places++
				if asm.String(m.Op) == text {
					t.Errorf("%s: %s, place %d: nothing was changed", form.name, x.name, places)
				}
				err := found(m)
				switch {
				case err == nil && !x.passes:
					t.Errorf("%s: %s, place %d: no error is reported in\n%s", form.name, x.name, places, asm.String(m.Op))
				case err == nil || form.copies && says(err, x.copied):
				case x.passes || !says(err, x.want):
					t.Errorf("%s: %s, place %d: got error %v, want %q", form.name, x.name, places, err, x.want)
				}
			}
			t.Logf("%s: %s: %d places", form.name, x.name, places)
			if places == 0 && !(x.name == "a copy is removed" && !form.copies) {
				t.Errorf("%s: %s: the mutation has no possible place", form.name, x.name)
			}
		}
	}
}

// says reports whether the first error contains one of the texts.
func says(err error, texts []string) bool {
	first := diag.All(err)[0].Message
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(first, text) })
}

// found returns the error of the IR verifier or, if there is none, of the cluster verifier.
func found(m ir.Module) error {
	if err := ir.Verify(m.Op); err != nil {
		return err
	}
	return clusterverify.Module(m, clusterverify.Options{})
}
