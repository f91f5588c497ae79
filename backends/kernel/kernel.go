// Package kernel converts the kernel form (docs/kernel-form.md) to flat data for targets: a host
// schedule and kernels. The values of a kernel have numbers. An address is the sum of a constant
// and multiples of values.
package kernel

import (
	"cmp"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Module is a program in kernel form.
type Module struct {
	Host    Host
	Kernels []*Kernel // kernels that the host calls, in the order of their first calls
}

// Place is the kind of memory of a buffer.
type Place uint8

// The places of buffers.
const (
	Input  Place = iota // an input of the run; read-only
	Output              // an output of the run
	Arena               // at Offset in the run's arena
	Global              // a constant; read-only
)

func (p Place) String() string {
	return [...]string{"input", "output", "arena", "global"}[p]
}

// Buffer is a block of memory that a value of the host function refers to.
type Buffer struct {
	Type   ir.Type // memref
	Kind   tensor.Kind
	Shape  []int64
	Bytes  int64
	Place  Place
	Index  int   // index of the input, output or global
	Offset int64 // bytes from the start of the arena
}

// Step is one action of the host schedule. If Kernel is [CopyStep], [WhileStep], [SwitchStep] or
// [HostStep], the step is the action that this constant describes. Otherwise the step calls the
// kernel with the index Kernel over its whole grid.
type Step struct {
	Kernel int
	Args   []int    // indices of Host.Buffers
	Ops    []uint32 // ids of the operations that the step executes, in order
	Blocks [][]Step // the steps of a WhileStep or SwitchStep
	Host   *HostOp
}

// Host is the host schedule. Its steps run in order.
type Host struct {
	Func       fn.Func
	Buffers    []Buffer
	Inputs     []int // indices of Buffers
	Outputs    []int
	Globals    []*tensor.Tensor
	Steps      []Step
	ArenaBytes int64
}

// ID is the number of a value of a kernel.
type ID int32

// Type is the type of a value: a scalar, or a vector of Lanes elements. Values have no signedness:
// unsigned integers have the same kind as signed integers of their width, such as tensor.I32.
type Type struct {
	Kind  tensor.Kind
	Lanes int // 0: a scalar
}

// N returns the number of elements: 1 for a scalar.
func (t Type) N() int { return max(t.Lanes, 1) }

// Bytes returns the size of a value in memory.
func (t Type) Bytes() int { return t.N() * t.Kind.Size() }

// Param is a buffer argument of a kernel.
type Param struct {
	Kind    tensor.Kind // signless, like the kinds of values
	Shape   []int64
	Written bool
	// InPlace is the index of another parameter that may be the same buffer; -1 if there is none.
	// Parameters that are not such a pair may overlap only if the kernel writes neither of them.
	InPlace int
}

// Kernel is one kernel function.
type Kernel struct {
	Name string
	Func fn.Func
	Grid int64
	// MaxSlice is the largest number of iterations of one call; 0: any number.
	MaxSlice int64
	// Long is set if a call may take so long that deadlines and the garbage collector must be able
	// to interrupt it. The call then has an additional argument after its buffers: the address of a
	// 32-bit word. Once the word is not 0, the call ends soon, and results are incomplete.
	Long   bool
	Lanes  int // 0: no vectors
	Params []Param
	Lo, Hi ID     // the bounds of the iterations of a call
	Values []Type // by ID
	Uses   []int32
	Body   *Block
	flops  float64 // the result of Flops if there is no body
}

// SourceName returns the kernel's name for generated source, or "kernel" if the name has characters
// other than [A-Za-z0-9_.]. A line feed in a name, for example, would end a comment. Escapes are
// not safe, since languages treat escapes, line splices and trigraphs differently.
func (k *Kernel) SourceName() string {
	for i := range len(k.Name) {
		switch c := k.Name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '.':
		default:
			return "kernel"
		}
	}
	return cmp.Or(k.Name, "kernel")
}

// Block is straight-line code that ends in a yield of values.
type Block struct {
	Args  []ID // for the body of a loop: the loop variable, then the carried values
	Code  []*Instr
	Yield []ID
}

// Instr is one operation. Which fields are used depends on Code.
type Instr struct {
	Code    kernelop.Code
	Pred    kernelop.Pred // of CmpI and CmpF
	Stream  bool          // of Store: it may bypass the caches, since the memory is not needed again soon
	Args    []ID
	Results []ID
	Data    []byte    // of Const: one element for a scalar or splat, otherwise all elements
	Pos     int       // of Extract and Insert, unless the position is in Args
	Lanes   []int64   // of Shuffle: for each lane of the result, a lane of the two operands
	Param   int       // of memory operations: the index of the buffer
	Addr    Addr      // of memory operations: in elements
	Blocks  [2]*Block // For: body; If: then, else (may be nil)
	Op      *ir.Op    // for diagnostics
}

// Addr is Base + Σ Coeff·Value, in elements.
type Addr struct {
	Base  int64
	Terms []Term
}

// Term is the term Coeff·Value of an address.
type Term struct {
	Value ID
	Coeff int64
}

// Type returns the type of value v.
func (k *Kernel) Type(v ID) Type { return k.Values[v] }

// Walk calls f for every instruction, outer instructions first.
func (b *Block) Walk(f func(*Instr)) {
	if b == nil {
		return
	}
	for _, in := range b.Code {
		f(in)
		in.Blocks[0].Walk(f)
		in.Blocks[1].Walk(f)
	}
}
