package code

import (
	"encoding/binary"
	"fmt"

	"github.com/lathe-ir/lathe/backends/jit/asm"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Target is the machine for which code is generated. The zero Target is x86-64 with AVX2, FMA,
// F16C, BMI1, BMI2, POPCNT and LZCNT.
type Target struct {
	ARM64     bool // arm64 with NEON instead of x86-64
	AVX512    bool // x86-64 with AVX-512 (F, BW, DQ, VL) too
	Dots      bool // with AVX512-VNNI, or with SDOT on arm64
	Tiles     bool // with AMX-INT8; requires AVX512 and Dots
	MixedDots bool // with USDOT
	// MaxRegs, if not 0, limits the registers of each class. Tests use it to force spills.
	MaxRegs int
}

// Kernel describes a compiled kernel.
type Kernel struct {
	Offset int   // offset of the code
	Bytes  int   // size of the code, including the version at Stream
	Block  int32 // size of the argument block: lo, hi, the addresses of buffers, and working memory
	// Vectors, Integers and Masks are the numbers of machine registers used.
	Vectors, Integers, Masks int
	Spilled                  int // number of computed values that are in the argument block
	// Stream is the offset of a second version of the code, whose stores bypass the caches; 0 if
	// there is none. The second version requires that the addresses of the buffers that it writes
	// are multiples of StreamAlign.
	Stream int
}

// BlockArgs is the offset of the buffers' addresses in an argument block. The bounds lo and hi of
// the iterations that the call executes are at the offsets 0 and 8. If [kernel.Kernel.Long] is set,
// the address of the word that stops the call follows the buffers' addresses.
const BlockArgs = 16

// StreamAlign is the alignment that streaming stores need.
const StreamAlign = 64

// scalarBytes is the smallest width of a vector register in bytes. Scalar floats are in registers
// of this width.
const scalarBytes = 16

// gen selects the instructions of one kernel.
type gen struct {
	k *kernel.Kernel
	f *function
	m selector

	vectorBytes int  // size of a vector register
	maskRegs    bool // vectors of i1 are in mask registers

	chunk  int // number of lanes in a register
	parts  int // number of registers of a vector; a part is the lanes in one register
	widest int // size in bytes of the widest vector element in the kernel

	vals     [][]reg              // by kernel.ID
	stored   map[kernel.ID]memory // values that are in memory, and loaded whenever they are read
	ints     map[kernel.ID]int64
	data     map[kernel.ID][]byte
	user     map[kernel.ID]*kernel.Instr // the user of each value that is used once
	done     map[*kernel.Instr]bool      // instructions that were selected together with another instruction
	streams  map[*kernel.Instr]bool      // stores that bypass the caches
	later    map[kernel.ID]*kernel.Instr // comparisons that are emitted at their user
	compares map[kernel.ID]*kernel.Instr // comparisons of floats, by result
	scales   kernel.Scales
	known    map[string]reg // constants by content
	units    map[unit]reg   // units computed in the current straight-line code
	lanes    int32          // offset of the memory for lane-by-lane operations
	addr     addresses
	depth    []int // by kernel.ID: how many loops are around the definition of the value
	loops    int
	polls    map[*kernel.Instr]bool // loops that test whether the run has been canceled
	stop     reg                    // address of the word that is not 0 after a cancellation
	stopped  int                    // label to which the loops in polls jump after a cancellation
	notes    bool
	err      error
}

// Compiler compiles several kernels for one target into one block of machine code.
type Compiler struct {
	t Target
	p processor
}

// NewCompiler returns a compiler without kernels. If trace is not nil, the compiler calls it with
// the text and the offset of each line of the listing (see [asm.Buffer]).
func NewCompiler(t Target, trace func(offset int, text string)) *Compiler {
	c := &Compiler{t, &x86Processor{t: t}}
	if t.ARM64 {
		c.p = &armProcessor{t: t}
	}
	c.p.buffer().Trace = trace
	return c
}

// Finish returns the code of all kernels, and their constants.
func (c *Compiler) Finish() []byte { return c.p.finish() }

// Compile appends the code of k. It fails if the target has no code for an instruction of k, or if
// the code becomes too long.
func (c *Compiler) Compile(k *kernel.Kernel) (Kernel, error) {
	made, streams, err := c.compile(k, false)
	if err != nil || !streams {
		return made, err
	}
	other, _, err := c.compile(k, true)
	made.Stream, made.Bytes, made.Block = other.Offset, made.Bytes+other.Bytes, max(made.Block, other.Block)
	return made, err
}

// compile appends the code of k. streams reports whether stores of k can bypass the caches. They do
// so if the parameter "stream" is set.
func (c *Compiler) compile(k *kernel.Kernel, stream bool) (made Kernel, streams bool, err error) {
	g := &gen{
		k: k, f: &function{consts: map[reg]constant{}, home: map[reg]int32{}},
		vals: make([][]reg, len(k.Values)), stored: map[kernel.ID]memory{}, ints: map[kernel.ID]int64{}, data: map[kernel.ID][]byte{},
		user: map[kernel.ID]*kernel.Instr{}, done: map[*kernel.Instr]bool{}, later: map[kernel.ID]*kernel.Instr{},
		compares: map[kernel.ID]*kernel.Instr{},
		units:    map[unit]reg{},
		known:    map[string]reg{}, depth: make([]int, len(k.Values)),
	}
	b := c.p.buffer()
	g.notes = b.Tracing()
	g.m, g.vectorBytes, g.maskRegs = c.p.selector(g)
	g.f.newReg(general, 8) // register 0 means none
	g.layout()
	if !c.t.ARM64 {
		g.streams = k.Streams(g.streamable)
	}
	streams = len(g.streams) > 0
	if !stream {
		g.streams = nil
	}
	g.prepare()
	g.addr.g = g
	g.addr.sums, g.addr.known = map[sumKey]int{}, make([]reg, len(k.Params))
	g.m.beginTiles()
	g.block(k.Body)
	if g.stop != 0 {
		g.bind(g.stopped)
	}
	g.m.endTiles()
	if stream {
		g.m.fence()
	}
	if g.err != nil {
		return Kernel{}, false, g.err
	}
	g.m.fold()
	c.p.align(32)
	start := b.Len()
	a := allocate(g.f, c.p, c.t.MaxRegs)
	emit(a, c.p)
	if reach := c.p.reach(); b.Len()-start > reach {
		return Kernel{}, false, ir.Errorf(k.Func.Op, "compiles to more than %d bytes of code, which exceeds the range of jumps", reach)
	}
	return Kernel{
		Offset: start, Bytes: b.Len() - start, Block: (g.f.frame + 63) &^ 63, Vectors: a.used[vector], Integers: a.used[general], Masks: a.used[mask], Spilled: a.spilled,
	}, streams, nil
}

// layout chooses the number of lanes in a register, and lays out the argument block.
func (g *gen) layout() {
	g.widest = 1
	for _, t := range g.k.Values {
		if t.Lanes > 0 && t.Kind != tensor.I1 {
			g.widest = max(g.widest, t.Kind.Size())
		}
	}
	lanes := max(g.k.Lanes, 1)
	g.chunk = min(lanes, g.vectorBytes/g.widest)
	g.parts = lanes / g.chunk
	g.vals[g.k.Lo] = []reg{g.argument(0)}
	g.vals[g.k.Hi] = []reg{g.argument(8)}
	stop := int32(BlockArgs + 8*len(g.k.Params))
	if g.polls = g.k.Polls(); len(g.polls) > 0 {
		g.stop, g.stopped = g.argument(stop), g.newLabel()
	}
	g.lanes = (stop + 8 + 63) &^ 63
	g.f.frame = g.lanes + 64*laneAreas
}

// argument returns a register that the prologue loads from the block at offset.
func (g *gen) argument(offset int32) reg {
	r := g.f.newReg(general, 8)
	g.f.home[r] = offset
	return r
}

// prepare records constants, comparisons of floats, the users of values that are used once, and the
// number of loops around each definition.
func (g *gen) prepare() {
	var walk func(b *kernel.Block, depth int)
	use := func(v kernel.ID, in *kernel.Instr) {
		if g.k.Uses[v] == 1 {
			g.user[v] = in
		}
	}
	walk = func(b *kernel.Block, depth int) {
		if b == nil {
			return
		}
		for _, v := range b.Args {
			g.depth[v] = depth
		}
		for _, in := range b.Code {
			for _, r := range in.Results {
				g.depth[r] = depth
			}
			for _, v := range in.Args {
				use(v, in)
			}
			switch in.Code {
			case kernelop.Const:
				g.constantOf(in)
			case kernelop.CmpF:
				g.compares[in.Results[0]] = in
			}
			inner := depth
			if in.Code == kernelop.For {
				inner++
			}
			walk(in.Blocks[0], inner)
			walk(in.Blocks[1], inner)
		}
	}
	walk(g.k.Body, 0)
}

// constantOf records a constant.
func (g *gen) constantOf(in *kernel.Instr) {
	r := in.Results[0]
	g.data[r] = in.Data
	if t := g.k.Type(r); t.Lanes == 0 && isGeneral(t) {
		g.ints[r] = signed(in.Data, t.Kind)
	}
}

// signed returns the integer of kind k whose bytes are data. It zero-extends i1 and 16-bit floats.
func signed(data []byte, k tensor.Kind) int64 {
	var b [8]byte
	copy(b[:], data)
	v := int64(binary.LittleEndian.Uint64(b[:]))
	switch k {
	case tensor.I8:
		return int64(int8(v))
	case tensor.I16:
		return int64(int16(v))
	case tensor.I32:
		return int64(int32(v))
	}
	return v
}

// isGeneral reports whether values of type t are in general registers.
func isGeneral(t kernel.Type) bool {
	return t.Lanes == 0 && t.Kind != tensor.F32 && t.Kind != tensor.F64
}

// isMask reports whether t is a vector of i1.
func isMask(t kernel.Type) bool { return t.Lanes > 0 && t.Kind == tensor.I1 }

// classOf returns the class of registers for values of type t, and their size.
func (g *gen) classOf(t kernel.Type) (class, asm.Size) {
	switch {
	case isGeneral(t):
		return general, 8
	case t.Lanes == 0:
		return vector, scalarBytes
	case isMask(t) && g.maskRegs:
		return mask, 8
	case isMask(t):
		return vector, g.width(g.widest)
	}
	return vector, g.width(t.Kind.Size())
}

// width returns the size of the registers that hold a part with elements of the given size.
func (g *gen) width(size int) asm.Size { return asm.Size(max(scalarBytes, g.chunk*size)) }

// fresh returns new registers for a value of type t.
func (g *gen) fresh(t kernel.Type) []reg {
	n := 1
	if t.Lanes > 0 {
		n = g.parts
	}
	c, size := g.classOf(t)
	rs := make([]reg, n)
	for i := range rs {
		rs[i] = g.f.newReg(c, size)
	}
	return rs
}

// fail records the first reason why the kernel cannot be compiled.
func (g *gen) fail(in *kernel.Instr, format string, args ...any) {
	if g.err == nil {
		g.err = ir.Errorf(in.Op, "%s is not supported by 'jit'", fmt.Sprintf(format, args...))
	}
}

// emit appends an instruction.
//
//go:noinline
func (g *gen) emit(in inst) { g.f.insts = append(g.f.insts, in) }

// gpr emits an instruction that writes a new general register.
func (g *gen) gpr(op asm.Op, size asm.Size, srcs ...reg) reg {
	return g.def(general, 8, op, size, srcs...)
}

// vec emits an instruction that writes a new vector register. The register has the size of the
// instruction, but at least scalarBytes. On x86-64, the size of an instruction is its width; on
// arm64, it is the size of an element.
func (g *gen) vec(op asm.Op, size asm.Size, srcs ...reg) reg {
	return g.def(vector, max(size, scalarBytes), op, size, srcs...)
}

// vecImm is like vec, with an immediate.
func (g *gen) vecImm(op asm.Op, size asm.Size, imm int64, srcs ...reg) reg {
	r := g.vec(op, size, srcs...)
	g.f.insts[len(g.f.insts)-1].imm = imm
	return r
}

// def emits a definition of a new register.
//
//go:noinline
func (g *gen) def(c class, regSize asm.Size, op asm.Op, size asm.Size, srcs ...reg) reg {
	in := inst{kind: define, op: op, size: size}
	in.r[0] = g.f.newReg(c, regSize)
	copy(in.r[1:], srcs)
	g.emit(in)
	return in.r[0]
}

// gprImm emits an instruction with an immediate. The machine instruction overwrites a.
func (g *gen) gprImm(op asm.Op, size asm.Size, a reg, imm int64) reg {
	r := g.f.newReg(general, 8)
	g.emit(inst{kind: tied, op: op, size: size, r: [4]reg{r, a}, imm: imm})
	return r
}

// The method named both emits a commutative instruction with two operands.
func (g *gen) both(op asm.Op, size asm.Size, a, b reg) reg {
	r := g.f.newReg(general, 8)
	g.emit(inst{kind: commute, op: op, size: size, r: [4]reg{r, a, b}})
	return r
}

// changed emits an instruction with two operands. The machine instruction overwrites a.
func (g *gen) changed(op asm.Op, size asm.Size, a, b reg) reg {
	r := g.f.newReg(general, 8)
	g.emit(inst{kind: tied, op: op, size: size, r: [4]reg{r, a, b}})
	return r
}

// integer returns a register with the constant v.
func (g *gen) integer(v int64) reg {
	key := fmt.Sprint("g", v)
	r, ok := g.known[key]
	if !ok {
		r = g.f.newReg(general, 8)
		g.f.consts[r] = constant{value: v}
		g.known[key] = r
	}
	return r
}

// bytes returns a vector register with the constant b.
func (g *gen) bytes(b []byte) reg {
	key := "v" + string(b)
	r, ok := g.known[key]
	if !ok {
		r = g.f.newReg(vector, asm.Size(len(b)))
		g.f.consts[r] = constant{bytes: b}
		g.known[key] = r
	}
	return r
}

// splat returns a vector register of the given width. Every element has the low n bytes of v.
func (g *gen) splat(v uint64, n int, width asm.Size) reg {
	b := make([]byte, 0, width)
	one := binary.LittleEndian.AppendUint64(nil, v)[:n]
	for len(b) < int(width) {
		b = append(b, one...)
	}
	return g.bytes(b)
}

// maskBits returns a mask register with a constant.
func (g *gen) maskBits(v uint64) reg {
	key := fmt.Sprint("k", v)
	r, ok := g.known[key]
	if !ok {
		r = g.f.newReg(mask, 8)
		g.f.consts[r] = constant{value: int64(v)}
		g.known[key] = r
	}
	return r
}

// value returns the registers of v. It first emits v if v is a comparison that was deferred.
func (g *gen) value(v kernel.ID) []reg {
	if g.vals[v] != nil {
		return g.vals[v]
	}
	if m, ok := g.stored[v]; ok {
		return []reg{g.m.loadPart(m, g.k.Type(v).Kind.Size())}
	}
	if in := g.later[v]; in != nil {
		delete(g.later, v)
		g.set(v, g.compareScalar(in))
		return g.vals[v]
	}
	if _, ok := g.data[v]; ok {
		g.vals[v] = g.constantValue(v)
	}
	if g.vals[v] == nil {
		panic(fmt.Sprintf("jit: BUG: value %d of kernel %s is read before it is computed", v, g.k.Name))
	}
	return g.vals[v]
}

// one returns the register of the scalar v.
func (g *gen) one(v kernel.ID) reg { return g.value(v)[0] }

// set sets the registers of v.
func (g *gen) set(v kernel.ID, rs ...reg) { g.vals[v] = rs }

// constantValue returns registers with the constant v.
func (g *gen) constantValue(v kernel.ID) []reg {
	t, data := g.k.Type(v), g.data[v]
	switch {
	case isGeneral(t):
		return []reg{g.integer(g.ints[v])}
	case t.Lanes == 0:
		return []reg{g.bytes(padded(data, scalarBytes))}
	}
	size := t.Kind.Size()
	for len(data) < t.Lanes*size {
		data = append(data[:len(data):len(data)], data...)
	}
	rs := make([]reg, g.parts)
	for p := range rs {
		part := data[p*g.chunk*size : (p+1)*g.chunk*size]
		if isMask(t) {
			rs[p] = g.maskConstant(part)
		} else {
			rs[p] = g.bytes(padded(part, int(g.width(size))))
		}
	}
	return rs
}

func padded(b []byte, n int) []byte {
	return append(b[:len(b):len(b)], make([]byte, max(0, n-len(b)))...)
}

// maskConstant returns a constant mask. lanes has a byte of 0 or 1 for each lane.
func (g *gen) maskConstant(lanes []byte) reg {
	if g.maskRegs {
		bits := uint64(0)
		for i, b := range lanes {
			bits |= uint64(b&1) << i
		}
		return g.maskBits(bits)
	}
	return g.elementsConstant(lanes, g.widest)
}

// elementsConstant returns a constant vector with elements of the given size. All bits of an
// element are set if its byte in lanes is 1.
func (g *gen) elementsConstant(lanes []byte, size int) reg {
	var b []byte
	for _, on := range lanes {
		for range size {
			b = append(b, -(on & 1))
		}
	}
	return g.bytes(padded(b, int(g.width(size))))
}
