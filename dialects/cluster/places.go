package cluster

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// place describes the operations that may have a certain attribute.
type place struct {
	owners string // plural noun for these operations in error messages
	is     func(op *ir.Op) bool
	help   string
}

// placeOf describes the operations that may have the attribute with this name and value. It reports
// false for DeviceAttr. The pass affinity checks DeviceAttr, since only this pass knows which
// functions were outlined.
func placeOf(name string, a ir.Attr) (p place, ok bool) {
	const written = "remove it: only passes write it"
	operation := place{"operations inside of functions", insideFunction, "put it on the operations that it is meant for, or remove it"}
	switch name {
	case PinAttr, CandidatesAttr, GroupAttr, UnplacedAttr:
		return operation, true
	case OpsAttr, HashAttr, OrderAttr:
		return place{"functions that were divided", isFunction, written}, true
	case OriginAttr:
		return place{"constants", isConstant, written}, true
	case PartsAttr:
		return place{"functions", isFunction, "put it on the function that holds the operations"}, true
	case DevicesAttr:
		return place{"modules", isModule, "write module attributes {" + DevicesAttr + " = […]} { … }"}, true
	case ReplicasAttr:
		return place{"launches", ir.Is[Launch], "remove it: only the pass cluster-outline writes it"}, true
	case StaticAttr:
		return place{"arguments of functions", func(*ir.Op) bool { return false }, "write it after the type of the argument"}, true
	case PartAttr:
		if _, named := a.Str(); named {
			operation.is, operation.help = canBeInCluster, "on a cluster, or on a function that is a part, write "+PartAttr+" = {name = …}"
			return operation, true
		}
		return place{"clusters and functions that are parts", isPart, "name the part that the operation is to be in: " + PartAttr + " = \"…\""}, true
	}
	return place{}, false
}

func verifyPlace(op *ir.Op, name string, a ir.Attr) error {
	p, ok := placeOf(name, a)
	if !ok || p.is(op) {
		return nil
	}
	return ir.Errorf(op, "has attribute %s, which only %s may have", name, p.owners).WithHelp(p.help)
}

func isModule(op *ir.Op) bool { return op.Has(ir.SymbolTable) }

func isFunction(op *ir.Op) bool { return ir.Is[fn.Func](op) }

// insideFunction reports whether op is in a function, or has no parent and may be in a function.
func insideFunction(op *ir.Op) bool {
	return !isFunction(op) && !isModule(op) && (op.Parent() == nil || !isModule(op.Parent()))
}

// canBeInCluster reports whether op is in a function and is not a cluster.
func canBeInCluster(op *ir.Op) bool {
	_, runs := RunsOn(op)
	return insideFunction(op) && !runs
}

func isPart(op *ir.Op) bool {
	_, runs := RunsOn(op)
	return runs || isFunction(op)
}

// isConstant reports whether op is a constant. It returns true for unregistered operations, because
// their traits are unknown.
func isConstant(op *ir.Op) bool { return op.Has(ir.ConstantLike) || !op.Def().Registered() }
