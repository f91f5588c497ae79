package kernelverify

import (
	"math/bits"
	"math/rand/v2"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
)

// machine executes the index arithmetic of a kernel and records the elements that it accesses.
type machine struct {
	values map[*ir.Value][]int64 // by value: one number for each lane
	rng    *rand.Rand            // generates loaded values
	fuel   int
	// least and most have, by argument, the smallest and largest index in each dimension of the
	// buffer, over all accesses.
	least, most map[int][]int64
	outside     bool
	undefined   bool // a division or shift had an undefined result
	reads       map[place2]bool
	writes      map[place2]bool
}

// place2 is an element of a buffer of at most two dimensions.
type place2 struct {
	buffer int
	i, j   int64
}

// execute runs the iterations of k's grid in [lo, hi); ok is false if this takes too long.
func (m *machine) execute(k *kernel, lo, hi int64) (ok bool) {
	m.values = map[*ir.Value][]int64{k.lo: {lo}, k.hi: {hi}}
	m.reads, m.writes = map[place2]bool{}, map[place2]bool{}
	m.fuel = 20000
	m.block(k.Entry())
	return m.fuel > 0
}

func (m *machine) block(b *ir.Block) {
	for op := range b.Ops() {
		if m.fuel--; m.fuel <= 0 {
			return
		}
		m.op(op)
	}
}

func (m *machine) scalar(v *ir.Value) int64 { return m.values[v][0] }

func (m *machine) op(op *ir.Op) {
	switch op.Name() {
	case "scf.for":
		m.loop(op)
	case "scf.if":
		m.branch(op)
	case "scf.yield", "func.return":
	case "memref.load", "memref.store", "vector.load", "vector.store", "vector.maskedload", "vector.maskedstore", "vector.gather":
		m.access(op)
	default:
		m.compute(op)
	}
}

func (m *machine) yields(op *ir.Op, b *ir.Block) [][]int64 {
	var out [][]int64
	for v := range b.Last().Operands() {
		out = append(out, m.values[v])
	}
	return out
}

func (m *machine) loop(op *ir.Op) {
	lo, hi, step := m.scalar(op.OperandAt(0)), m.scalar(op.OperandAt(1)), m.scalar(op.OperandAt(2))
	b := op.RegionAt(0).Entry()
	var carried [][]int64
	for i := range op.NumResults() {
		carried = append(carried, m.values[op.OperandAt(3+i)])
	}
	for i := lo; i < hi && m.fuel > 0; i += step {
		m.values[b.Arg(0)] = []int64{i}
		for n, c := range carried {
			m.values[b.Arg(1+n)] = c
		}
		m.block(b)
		if m.fuel > 0 {
			carried = m.yields(op, b)
		}
	}
	for n, c := range carried {
		m.values[op.ResultAt(n)] = c
	}
}

func (m *machine) branch(op *ir.Op) {
	side := 0
	if m.scalar(op.OperandAt(0)) == 0 {
		side = 1
	}
	if op.RegionAt(side).Empty() {
		return
	}
	b := op.RegionAt(side).Entry()
	m.block(b)
	if m.fuel <= 0 {
		return
	}
	for n, c := range m.yields(op, b) {
		m.values[op.ResultAt(n)] = c
	}
}

// access records the elements that the lanes access. A lane whose mask is false accesses no
// element.
func (m *machine) access(op *ir.Op) {
	l, _ := layoutOf(op)
	buffer := op.OperandAt(l.buffer)
	shape := buffer.Type().Dims()
	lanes := 1
	if op.Name() != "memref.load" && op.Name() != "memref.store" {
		lanes = 4
	}
	for lane := range lanes {
		if l.mask >= 0 && m.values[op.OperandAt(l.mask)][lane] == 0 {
			continue
		}
		at := []int64{}
		for d := range shape {
			at = append(at, m.scalar(op.OperandAt(l.buffer+1+d)))
		}
		last := len(at) - 1
		if op.Name() == "vector.gather" {
			at[last] += m.values[op.OperandAt(l.end)][lane]
		} else {
			at[last] += int64(lane)
		}
		m.touch(op, buffer.Index(), at, shape)
	}
	if op.NumResults() == 1 {
		if _, ok := bitsOf(op.Result().Type()); ok {
			m.values[op.Result()] = []int64{m.made(op.Result().Type())}
		}
	}
}

// made returns a random value for a load, sometimes the smallest or the largest of its type.
func (m *machine) made(t ir.Type) int64 {
	bits, _ := bitsOf(t)
	lo, hi := rangeOf(bits)
	switch m.rng.IntN(4) {
	case 0:
		return []int64{lo, hi, -1, 0}[m.rng.IntN(4)]
	case 1:
		return signed(int64(m.rng.Uint64()), t)
	}
	return int64(m.rng.IntN(40)) - 10
}

func (m *machine) touch(op *ir.Op, buffer int, at, shape []int64) {
	if m.most[buffer] == nil {
		m.most[buffer], m.least[buffer] = []int64{-1, -1}, []int64{1 << 40, 1 << 40}
	}
	p := place2{buffer: buffer, i: at[0]}
	if len(at) == 2 {
		p.j = at[1]
	}
	for d, i := range at {
		m.most[buffer][d], m.least[buffer][d] = max(m.most[buffer][d], i), min(m.least[buffer][d], i)
		m.outside = m.outside || i < 0 || i >= shape[d]
	}
	if writes(op) {
		m.writes[p] = true
	} else {
		m.reads[p] = true
	}
}

// compute sets the results of an operation on integers, lane by lane.
func (m *machine) compute(op *ir.Op) {
	t := op.Result().Type()
	if _, ok := bitsOf(t); !ok {
		return
	}
	n := 1
	if isVector(t) {
		n = 4
	}
	out := make([]int64, n)
	for lane := range out {
		args := make([]int64, op.NumOperands())
		for i := range args {
			if vs := m.values[op.OperandAt(i)]; len(vs) > 0 {
				args[i] = vs[min(lane, len(vs)-1)]
			}
		}
		out[lane] = signed(m.result(op, args, lane), t)
	}
	m.values[op.Result()] = out
}

func (m *machine) result(op *ir.Op, x []int64, lane int) int64 {
	if c, ok := constantInt(op.Result()); ok {
		return c
	}
	switch op.Name() {
	case "arith.addi":
		return x[0] + x[1]
	case "arith.subi":
		return x[0] - x[1]
	case "arith.muli":
		return x[0] * x[1]
	case "arith.minsi":
		return min(x[0], x[1])
	case "arith.maxsi":
		return max(x[0], x[1])
	case "arith.andi":
		return x[0] & x[1]
	case "arith.ori":
		return x[0] | x[1]
	case "arith.select":
		if x[0] != 0 {
			return x[1]
		}
		return x[2]
	case "arith.index_cast", "vector.broadcast", "arith.trunci":
		return x[0]
	case "vector.step":
		return int64(lane)
	case "vector.create_mask":
		return map[bool]int64{true: -1}[int64(lane) < x[0]]
	case "vector.extract":
		at, _ := op.Attr("static_position").Ints()
		return m.values[op.OperandAt(0)][at[0]]
	case "arith.cmpi":
		p, _ := op.Attr("predicate").Int()
		return map[bool]int64{true: -1}[compared(arith.IntPredicate(p), x[0], x[1])]
	}
	return m.unsigned(op, x)
}

// unsigned computes the operations that read bits as unsigned numbers, or whose result can be
// undefined.
func (m *machine) unsigned(op *ir.Op, x []int64) int64 {
	from, _ := bitsOf(op.OperandAt(0).Type())
	low := ^uint64(0) >> (64 - from)
	a := uint64(x[0]) & low
	if op.Name() == "arith.extui" || op.Name() == "arith.index_castui" {
		return int64(a)
	}
	b := uint64(x[1]) & low
	switch op.Name() {
	case "arith.minui":
		return int64(min(a, b))
	case "arith.maxui":
		return int64(max(a, b))
	case "arith.shli", "arith.shrsi", "arith.shrui":
		if b >= uint64(from) {
			m.undefined = true
			return 0
		}
		return map[string]int64{"arith.shli": x[0] << b, "arith.shrsi": x[0] >> b, "arith.shrui": int64(a >> b)}[op.Name()]
	}
	if b == 0 || x[1] == -1 && (op.Name() == "arith.divsi" || op.Name() == "arith.remsi") {
		m.undefined = true
		return 0
	}
	quotient, remainder := bits.Div64(0, a, b)
	switch op.Name() {
	case "arith.divui":
		return int64(quotient)
	case "arith.remui":
		return int64(remainder)
	case "arith.divsi":
		return x[0] / x[1]
	case "arith.remsi":
		return x[0] % x[1]
	}
	panic("no " + op.Name())
}

func compared(p arith.IntPredicate, x, y int64) bool {
	switch p {
	case arith.EQ:
		return x == y
	case arith.NE:
		return x != y
	case arith.SLT:
		return x < y
	case arith.SLE:
		return x <= y
	case arith.SGT:
		return x > y
	case arith.SGE:
		return x >= y
	case arith.ULT:
		return uint64(x) < uint64(y)
	case arith.ULE:
		return uint64(x) <= uint64(y)
	case arith.UGT:
		return uint64(x) > uint64(y)
	}
	return uint64(x) >= uint64(y)
}
