package kernel

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

const (
	// A loop with at most one iteration is always unrolled. Other loops are unrolled if they have
	// at most maxTrips iterations, and if at most maxUnrolled instructions result.
	maxTrips, maxUnrolled = 16, 64
	// maxGrowth is the maximum number of instructions that unrolling may add to a kernel.
	maxGrowth = 2048
)

// Simplified returns a kernel that computes the same bits as k with less work. It shares no mutable
// data with k. Constants are folded, equal values are computed once, loop-invariant instructions
// are hoisted, and short loops with constant bounds are unrolled. Gathers of consecutive elements
// become loads.
func (k *Kernel) Simplified() *Kernel {
	out := *k
	out.Values = nil
	s := &simplifier{
		in: k, out: &out,
		to: make([]ID, len(k.Values)), known: map[valueKey]ID{}, loads: map[string]ID{},
		consts: map[string]ID{}, sums: map[ID]Addr{}, growth: maxGrowth,
	}
	s.open(false, false)
	index := Type{Kind: tensor.Index}
	out.Lo, out.Hi = s.value(index), s.value(index)
	s.to[k.Lo], s.to[k.Hi] = out.Lo, out.Hi
	k.Body.Walk(func(in *Instr) { // all constants are known from the start
		if in.Code == kernelop.Const {
			s.instr(in)
		}
	})
	for _, in := range k.Body.Code {
		s.instr(in)
	}
	out.Body = &Block{Code: append(s.constants, s.close()...)}
	out.prune()
	return &out
}

// simplifier writes the simplified kernel.
type simplifier struct {
	in, out   *Kernel
	to        []ID            // the value in the simplified kernel, by the ID in the original kernel
	known     map[valueKey]ID // pure values computed in the open scopes
	loads     map[string]ID   // loads in the open scopes from memory that the kernel does not write
	consts    map[string]ID   // constants by type and content
	constants []*Instr
	defs      []*Instr    // by ID
	depth     []int32     // the scope that defines a value, by ID
	sums      map[ID]Addr // results of index arithmetic as sums
	scopes    []scope
	growth    int64 // instructions that unrolling may still add
	new       slabs
}

// scope is a block that is being written.
type scope struct {
	code   []*Instr
	loop   bool // the body of a loop, from which invariant instructions can be moved
	runs   bool // the loop has at least one iteration
	pure   []ID // the values in the map "known" that are computed here
	loaded []string
}

// valueKey identifies what a pure instruction computes.
type valueKey struct {
	code  kernelop.Code
	pred  kernelop.Pred
	kind  tensor.Kind // of the result
	n     uint8       // number of arguments
	width int32       // lanes of the result
	pos   int32
	args  [3]ID
	lanes string // lanes of a shuffle
}

func (s *simplifier) open(loop, runs bool) {
	s.scopes = append(s.scopes, scope{loop: loop, runs: runs})
}

// close ends the innermost scope and returns its code. The values of this scope can no longer be
// reused.
func (s *simplifier) close() []*Instr {
	last := &s.scopes[len(s.scopes)-1]
	for _, v := range last.pure {
		delete(s.known, keyOf(s.defs[v], s.out.Type(v)))
	}
	for _, k := range last.loaded {
		delete(s.loads, k)
	}
	code := last.code
	s.scopes = s.scopes[:len(s.scopes)-1]
	return code
}

func (s *simplifier) value(t Type) ID {
	s.out.Values = append(s.out.Values, t)
	s.defs, s.depth = append(s.defs, nil), append(s.depth, 0)
	return ID(len(s.out.Values) - 1)
}

func (s *simplifier) mapped(vs []ID) []ID {
	out := s.new.ids.take(len(vs))
	for i, v := range vs {
		out[i] = s.to[v]
	}
	return out
}

// instr writes the simplified form of an instruction of the original kernel.
func (s *simplifier) instr(in *Instr) {
	switch in.Code {
	case kernelop.Const:
		s.to[in.Results[0]] = s.constant(s.in.Type(in.Results[0]), in.Data)
		return
	case kernelop.For:
		s.loop(in)
		return
	case kernelop.If:
		s.branch(in)
		return
	}
	c := s.new.instr(*in)
	c.Args = s.mapped(in.Args)
	if in.Code.Family() == kernelop.Memory {
		s.memory(in, c)
		return
	}
	t := s.in.Type(in.Results[0])
	if v, ok := s.fold(c, t); ok {
		s.to[in.Results[0]] = v
		return
	}
	s.to[in.Results[0]] = s.pure(c, t)
}

func keyOf(c *Instr, t Type) valueKey {
	key := valueKey{code: c.Code, pred: c.Pred, kind: t.Kind, n: uint8(len(c.Args)), width: int32(t.Lanes), pos: int32(c.Pos)}
	if c.Lanes != nil {
		key.lanes = fmt.Sprint(c.Lanes)
	}
	copy(key.args[:], c.Args)
	return key
}

// pure returns the value of an instruction without effects. If the value is not known yet, pure
// writes the instruction before the outermost loop in which it is invariant.
func (s *simplifier) pure(c *Instr, t Type) ID {
	key := keyOf(c, t)
	if v, ok := s.known[key]; ok {
		return v
	}
	r := s.value(t)
	c.Results = s.new.list(r)
	at := s.place(c)
	s.add(at, c)
	s.known[key] = r
	s.scopes[at].pure = append(s.scopes[at].pure, r)
	s.sum(c, t)
	return r
}

func (s *simplifier) add(at int, c *Instr) {
	s.scopes[at].code = append(s.scopes[at].code, c)
	for _, r := range c.Results {
		s.defs[r], s.depth[r] = c, int32(at)
	}
}

// place returns the outermost scope in which c can be computed. Instructions do not leave branches.
// Instructions that may trap do not leave loops that may have no iterations.
func (s *simplifier) place(c *Instr) int {
	least := int32(0)
	for _, v := range c.Args {
		least = max(least, s.depth[v])
	}
	for _, t := range c.Addr.Terms {
		least = max(least, s.depth[t.Value])
	}
	at := len(s.scopes) - 1
	for at > int(least) && s.scopes[at].loop && (s.scopes[at].runs || !s.traps(c)) {
		at--
	}
	return at
}

// traps reports whether c may trap, and so must not be executed speculatively.
func (s *simplifier) traps(c *Instr) bool {
	switch c.Code {
	case kernelop.Load, kernelop.Gather:
		return true
	case kernelop.Extract:
		return len(c.Args) > 1 // a variable lane index may be valid only in iterations of the loop
	case kernelop.Insert:
		return len(c.Args) > 2
	case kernelop.DivSI, kernelop.DivUI, kernelop.RemSI, kernelop.RemUI:
		n, ok := s.uniform(c.Args[1])
		return !ok || n == 0 || n == -1
	}
	return false
}

// memory writes the memory access c, which replaces the original instruction.
func (s *simplifier) memory(in, c *Instr) {
	c.Addr = s.address(in.Addr)
	if c.Code == kernelop.Gather {
		s.gather(c)
	}
	p := s.in.Params[c.Param]
	if c.Code != kernelop.Load && c.Code != kernelop.Gather || p.Written || p.InPlace >= 0 {
		at := len(s.scopes) - 1
		c.Results = nil
		for _, r := range in.Results {
			s.to[r] = s.value(s.in.Type(r))
			c.Results = append(c.Results, s.to[r])
		}
		s.add(at, c)
		return
	}
	t := s.in.Type(in.Results[0])
	key := string(loadKey(c, t))
	if v, ok := s.loads[key]; ok {
		s.to[in.Results[0]] = v
		return
	}
	r := s.value(t)
	c.Results = s.new.list(r)
	at := s.place(c)
	s.add(at, c)
	s.loads[key] = r
	s.scopes[at].loaded = append(s.scopes[at].loaded, key)
	s.to[in.Results[0]] = r
}

// loadKey identifies what a load reads.
func loadKey(c *Instr, t Type) []byte {
	b := binary.AppendVarint(nil, int64(c.Code))
	for _, n := range []int64{int64(c.Param), int64(t.Kind), int64(t.Lanes), c.Addr.Base} {
		b = binary.AppendVarint(b, n)
	}
	for _, v := range c.Args {
		b = binary.AppendVarint(b, int64(v))
	}
	for _, t := range c.Addr.Terms {
		b = binary.AppendVarint(binary.AppendVarint(b, int64(t.Value)), t.Coeff)
	}
	return b
}

// address returns the address a with the values of the new kernel. Constant terms are added to the
// base.
func (s *simplifier) address(a Addr) Addr {
	out := Addr{Base: a.Base}
	for _, t := range a.Terms {
		v := s.to[t.Value]
		if n, ok := s.integer(v); ok {
			out.Base += t.Coeff * n
		} else {
			out = add(out, Addr{Terms: []Term{{v, 1}}}, t.Coeff)
		}
	}
	return out
}

// gather simplifies the gather c. It moves a summand that is equal for all indices into the
// address. If the remaining indices are consecutive, c becomes a load.
func (s *simplifier) gather(c *Instr) {
	for {
		d := s.defs[c.Args[0]]
		if d == nil || d.Code != kernelop.AddI {
			break
		}
		a, b := d.Args[0], d.Args[1]
		if x := s.defs[a]; x == nil || x.Code != kernelop.Broadcast {
			a, b = b, a
		}
		x := s.defs[a]
		if x == nil || x.Code != kernelop.Broadcast || s.out.Type(x.Args[0]).Lanes > 0 {
			break
		}
		sum := add(c.Addr, s.sumOf(x.Args[0]), 1)
		if len(sum.Terms) > maxTerms {
			break
		}
		c.Addr, c.Args = sum, []ID{b}
	}
	d := s.defs[c.Args[0]]
	if d == nil || d.Code != kernelop.Const {
		return
	}
	lanes := s.lanes(d, s.out.Type(c.Args[0]))
	for i, n := range lanes {
		if n != lanes[0]+int64(i) {
			return
		}
	}
	c.Code, c.Args = kernelop.Load, nil
	c.Addr.Base += lanes[0]
}

// loop writes a loop or, if the loop is unrolled, its iterations.
func (s *simplifier) loop(in *Instr) {
	lo, ok1 := s.integer(s.to[in.Args[0]])
	hi, ok2 := s.integer(s.to[in.Args[1]])
	step, ok3 := s.integer(s.to[in.Args[2]])
	body := in.Blocks[0]
	if ok1 && ok2 && ok3 {
		trips := tripsOf(lo, hi, step)
		if n := s.size(body); trips <= 1 || trips <= maxTrips && n*trips <= min(maxUnrolled, s.growth) {
			s.growth -= n * max(trips-1, 0)
			s.unrolled(in, lo, step, trips)
			return
		}
	}
	c := *in
	c.Args = s.mapped(in.Args)
	s.open(true, ok1 && ok2 && lo < hi)
	c.Blocks[0] = s.body(body, func(v ID) {
		s.to[v] = s.value(s.in.Type(v))
		s.depth[s.to[v]] = int32(len(s.scopes) - 1)
	})
	s.results(in, &c)
}

// size returns the number of instructions of b after its loops are unrolled. The result is more
// than maxUnrolled if a loop cannot be unrolled.
func (s *simplifier) size(b *Block) int64 {
	n := int64(0)
	if b == nil {
		return n
	}
	for _, in := range b.Code {
		switch in.Code {
		case kernelop.Const:
		case kernelop.For:
			lo, ok1 := s.integer(s.to[in.Args[0]])
			hi, ok2 := s.integer(s.to[in.Args[1]])
			step, ok3 := s.integer(s.to[in.Args[2]])
			if !ok1 || !ok2 || !ok3 {
				return maxUnrolled + 1
			}
			trips := tripsOf(lo, hi, step)
			if trips > maxTrips {
				return maxUnrolled + 1
			}
			n += s.size(in.Blocks[0]) * trips
		default:
			n += 1 + s.size(in.Blocks[0]) + s.size(in.Blocks[1])
		}
	}
	return min(n, maxUnrolled+1)
}

// tripsOf returns the number of iterations of a loop from lo to hi, or math.MaxInt64 if there are
// more iterations. The step must be positive.
func tripsOf(lo, hi, step int64) int64 {
	if hi <= lo {
		return 0
	}
	trips := (uint64(hi)-uint64(lo)-1)/uint64(step) + 1
	return int64(min(trips, math.MaxInt64))
}

// unrolled writes the iterations of a loop one after the other.
func (s *simplifier) unrolled(in *Instr, lo, step, trips int64) {
	body := in.Blocks[0]
	carried := s.mapped(in.Args[3:])
	for i := range trips {
		s.to[body.Args[0]] = s.number(lo + i*step)
		for j, v := range carried {
			s.to[body.Args[j+1]] = v
		}
		for _, x := range body.Code {
			s.instr(x)
		}
		carried = s.mapped(body.Yield)
	}
	for i, r := range in.Results {
		s.to[r] = carried[i]
	}
}

// body writes b into the current scope, and closes the scope.
func (s *simplifier) body(b *Block, arg func(v ID)) *Block {
	out := &Block{}
	for _, v := range b.Args {
		arg(v)
	}
	out.Args = s.mapped(b.Args)
	for _, in := range b.Code {
		s.instr(in)
	}
	out.Yield = s.mapped(b.Yield)
	out.Code = s.close()
	return out
}

// results appends c, which replaces the original instruction, and creates the results of c.
func (s *simplifier) results(in, c *Instr) {
	c.Results = nil
	for _, r := range in.Results {
		s.to[r] = s.value(s.in.Type(r))
		c.Results = append(c.Results, s.to[r])
	}
	s.add(len(s.scopes)-1, c)
}

// branch writes a conditional instruction. If the condition is constant, it writes only the
// selected block.
func (s *simplifier) branch(in *Instr) {
	cond := s.to[in.Args[0]]
	if n, ok := s.integer(cond); ok {
		b := in.Blocks[0]
		if n == 0 {
			b = in.Blocks[1]
		}
		if b == nil {
			return
		}
		for _, x := range b.Code {
			s.instr(x)
		}
		for i, r := range in.Results {
			s.to[r] = s.to[b.Yield[i]]
		}
		return
	}
	c := *in
	c.Args = []ID{cond}
	for i, b := range in.Blocks {
		if b != nil {
			s.open(false, false)
			c.Blocks[i] = s.body(b, func(ID) {})
		}
	}
	s.results(in, &c)
}

// constant returns the constant of type t with the elements in data.
func (s *simplifier) constant(t Type, data []byte) ID {
	if size := t.Kind.Size(); t.Lanes > 0 && len(data) > size && same(data, size) {
		data = data[:size]
	}
	key := string(append([]byte{byte(t.Kind), byte(t.Lanes), byte(t.Lanes >> 8)}, data...))
	if v, ok := s.consts[key]; ok {
		return v
	}
	v := s.value(t)
	c := &Instr{Code: kernelop.Const, Results: []ID{v}, Data: data}
	s.constants = append(s.constants, c)
	s.consts[key], s.defs[v], s.depth[v] = v, c, 0
	if t == (Type{Kind: tensor.Index}) {
		n, _ := s.integer(v)
		s.sums[v] = Addr{Base: n}
	}
	return v
}

// same reports whether all elements of data are equal.
func same(data []byte, size int) bool {
	return slices.Equal(data[size:], data[:len(data)-size])
}

func (s *simplifier) number(n int64) ID {
	return s.constant(Type{Kind: tensor.Index}, binary.LittleEndian.AppendUint64(nil, uint64(n)))
}

// integer returns the value of v; false if v is not a constant integer, or is a vector.
func (s *simplifier) integer(v ID) (int64, bool) {
	t := s.out.Type(v)
	d := s.defs[v]
	if d == nil || d.Code != kernelop.Const || t.Lanes > 0 || !integral(t.Kind) {
		return 0, false
	}
	return s.lanes(d, t)[0], true
}

// sum records the result of c as a sum of terms; see kernelReader.sum.
func (s *simplifier) sum(c *Instr, t Type) {
	r := kernelReader{k: s.out, sums: s.sums}
	r.sum(c)
}

func (s *simplifier) sumOf(v ID) Addr {
	if a, ok := s.sums[v]; ok {
		return Addr{a.Base, slices.Clone(a.Terms)}
	}
	return Addr{Terms: []Term{{v, 1}}}
}
