package irplace

import (
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// kind has properties of an operation. They and the operation's types determine its cost.
type kind struct {
	class placement.Class
	cost  float64 // scalar operations of the class for each element of the result
	base  float64 // further scalar operations of the class, for the operation as a whole
	// chains: kernels of readers can compute the results. reads: the operation's kernel can compute
	// its operands. partial: the operation reads at most as many bytes of an operand as its result
	// has.
	chains, reads, partial bool
}

const (
	// The class control is for operations that run their regions. The class nothing is for
	// operations that do nothing in a run.
	control = placement.NumClasses + iota
	nothing
)

// kindOf returns the kind of an operation by its name without the dialect and the prefix
// broadcast_. If the map kinds lacks the name, it uses the operation's traits, regions and
// interfaces.
func kindOf(op *ir.Op) kind {
	_, name, _ := strings.Cut(op.Name(), ".")
	if k, ok := kinds[name]; ok {
		return k
	}
	if k, ok := kinds[strings.TrimPrefix(name, "broadcast_")]; ok {
		return k
	}
	switch {
	case op.Terminator():
		return kind{class: nothing}
	case op.NumRegions() > 0:
		if _, ok := ir.Cast[Repeating](op); ok {
			return kind{class: placement.Windowed, cost: 1}
		}
		return kind{class: control}
	}
	if _, ok := ir.Cast[Laborious](op); ok {
		return product
	}
	return simple(1)
}

// product is the kind of products. Kernels of readers cannot compute them, since computing each
// element of a product takes many multiplications.
var product = kind{class: placement.Product}

func simple(cost float64) kind {
	return kind{class: placement.Simple, cost: cost, chains: true, reads: true}
}

func function(cost float64) kind {
	return kind{class: placement.Function, cost: cost, chains: true, reads: true}
}

func moved(cost float64) kind {
	return kind{class: placement.Moved, cost: cost, chains: true, reads: true, partial: true}
}

// host is the kind of operations that the engine runs outside of its kernels.
func host(cost float64) kind { return kind{class: placement.Serial, cost: cost, base: 5000} }

// kinds has the kinds of operations, by their names without dialect.
var kinds = map[string]kind{
	"divide": simple(2), "remainder": simple(10), "clamp": simple(2), "sqrt": simple(2), "rsqrt": simple(3),

	"exponential": function(1), "exponential_minus_one": function(1), "log": function(1), "log_plus_one": function(1), "logistic": function(1),
	"tanh": function(1), "power": function(2), "cbrt": function(1), "erf": function(1), "erfc": function(1), "sine": function(5), "cosine": function(5),
	"tan": function(6), "atan2": function(6), "acos": function(8), "acosh": function(8), "asin": function(8), "asinh": function(8), "atan": function(6),
	"atanh": function(6), "cosh": function(5), "sinh": function(5), "digamma": function(10), "lgamma": function(20), "erf_inv": function(5),
	"bessel_i1e": function(10), "polygamma": function(100), "zeta": function(50), "next_after": simple(10),

	"broadcast_in_dim": moved(.25), "broadcast": moved(.25), "reshape": moved(0), "convert": simple(1), "iota": simple(1), "slice": moved(1),
	"transpose": {class: placement.Indexed, cost: 1.5, chains: true, reads: true, partial: true}, "reverse": moved(1), "bitcast_convert": moved(1), "real": moved(1), "imag": moved(1), "complex": moved(1),
	"concatenate": {class: placement.Moved, cost: 1, reads: true}, "pad": {class: placement.Moved, cost: 1, reads: true},
	"dynamic_slice": {class: placement.Moved, cost: 1, partial: true}, "dynamic_update_slice": {class: placement.Moved, cost: 1},

	"reduce":        {class: placement.Reduced, cost: 1, reads: true},
	"reduce_window": {class: placement.Windowed, cost: 1}, "select_and_scatter": {class: placement.Windowed, cost: 1},
	"gather": {class: placement.Indexed, cost: 1, partial: true}, "scatter": {class: placement.Indexed, cost: 20}, "torch_index_select": {class: placement.Indexed, cost: 1, partial: true},
	"sort": {class: placement.Scripted, cost: 1}, "custom_call": host(50), "fft": {class: placement.Serial, cost: 20, base: 500},
	"cholesky": host(10), "triangular_solve": host(10), "top_k": host(20),
	"rng_bit_generator": {class: placement.Serial, cost: 5}, "rng": {class: placement.Serial, cost: 5},

	"optimization_barrier": {class: nothing}, "tuple": {class: nothing}, "get_tuple_element": {class: nothing}, "create_token": {class: nothing},
	"after_all": {class: nothing}, "get_dimension_size": {class: nothing}, "custom": {class: nothing},
}
