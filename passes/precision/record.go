package precision

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement/fingerprint"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// record is a divided function whose recorded fingerprint was correct before the pass.
type record struct {
	f      fn.Func
	ops    int64 // operations in the function's clusters, except constants
	hasher *fingerprint.Hasher
}

// records lists the divided functions of m whose recorded fingerprints are correct. The pass does
// not change wrong fingerprints, so that cluster-verify reports them.
func records(m ir.Module, symbols *ir.Symbols) (all []record) {
	hasher := fingerprint.New(symbols)
	for op := range m.Body().Ops() {
		f, ok := ir.As[fn.Func](op)
		if !ok || f.IsDeclaration() || len(f.Body().Blocks) != 1 {
			continue
		}
		if hash, ok := op.Discardable(cluster.HashAttr).Str(); ok && hash == hasher.Of(f) {
			all = append(all, record{f, count(f), hasher})
		}
	}
	return all
}

// renew updates the attributes that hold the fingerprint of the function and its number of
// operations.
func (r record) renew() {
	n, _ := r.f.Op.Discardable(cluster.OpsAttr).Int()
	r.f.Op.SetDiscardable(cluster.OpsAttr, ir.NewI64(n+count(r.f)-r.ops))
	r.f.Op.SetDiscardable(cluster.HashAttr, ir.NewString(r.hasher.Of(r.f)))
}

// count returns the number of operations in the clusters of f, except constants.
func count(f fn.Func) (n int64) {
	for op := range f.Entry().Ops() {
		r, ok := ir.As[cluster.Region](op)
		if !ok {
			continue
		}
		for inner := range r.Body().Ops() {
			if inner != r.Body().Last() && !irplace.IsConstant(inner) {
				n++
			}
		}
	}
	return n
}
