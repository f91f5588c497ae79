package amd64

// The general instructions. Operands are in Intel's order; one operand may be in memory.
const (
	Mov      Op = vectorOps + iota
	MovStore    // memory or register ← register
	MovImm      // register or memory ← 32-bit immediate, sign-extended
	MovAbs      // register ← 64-bit immediate
	MovZX8
	MovZX16
	MovSX8
	MovSX16
	MovSXD
	Lea
	Add
	Or
	And
	Sub
	Xor
	Cmp
	AddImm
	OrImm
	AndImm
	SubImm
	XorImm
	CmpImm
	AddTo // memory ← memory + register
	Test
	IMul
	IMul3 // register ← operand · immediate
	ShLImm
	ShRImm
	SarImm
	Not
	Neg
	Div  // divides RDX:RAX by the operand, unsigned
	IDiv // divides RDX:RAX by the operand, signed
	CDQ  // fills EDX or RDX with the sign of EAX or RAX
	PopCnt
	LZCnt
	TZCnt
	SetCC  // condition in Imm
	CMovCC // condition in Imm
	Ret
	VZeroUpper
	FLd32
	FLd64
	FStp32
	FStp64
	FStpST1 // pops the stack and keeps the top as ST(0)
	FPRem
	FNStSW // AX ← status
	PrefetchT0
	SFence      // earlier stores become visible before later stores
	TileRelease // makes all tiles unused, so that context switches need not save them
	ops
)

// encoding is the encoding of a general instruction. A digit is an opcode extension in ModRM.reg,
// as in "/4" in Intel's manuals.
type encoding uint8

const (
	encRM    encoding = iota // reg, r/m
	encMR                    // r/m, reg
	encM                     // r/m with a digit
	encImm                   // r/m with a digit, and an immediate of 1, 2 or 4 bytes
	encImm8                  // r/m with a digit, and an immediate of 1 byte
	encRMImm                 // reg, r/m, immediate
	encFixed                 // no operands
	encX87                   // memory with a digit; for x87 and prefetches, which have no width
	encOther
)

// generalForm is a general instruction. If byteOp is set, the 8-bit form has the opcode opcode-1.
// sub, if not 0, is the width of the r/m operand.
type generalForm struct {
	name   string
	enc    encoding
	prefix byte
	opmap  byte // m0F, or 0
	opcode byte
	digit  byte
	byteOp bool
	sub    Size
}

var general = [...]generalForm{
	Mov - vectorOps:         {name: "mov", enc: encRM, opcode: 0x8b, byteOp: true},
	MovStore - vectorOps:    {name: "mov", enc: encMR, opcode: 0x89, byteOp: true},
	MovImm - vectorOps:      {name: "mov", enc: encImm, opcode: 0xc7, byteOp: true},
	MovAbs - vectorOps:      {name: "movabs", enc: encOther},
	MovZX8 - vectorOps:      {name: "movzx", enc: encRM, opmap: m0F, opcode: 0xb6, sub: 1},
	MovZX16 - vectorOps:     {name: "movzx", enc: encRM, opmap: m0F, opcode: 0xb7, sub: 2},
	MovSX8 - vectorOps:      {name: "movsx", enc: encRM, opmap: m0F, opcode: 0xbe, sub: 1},
	MovSX16 - vectorOps:     {name: "movsx", enc: encRM, opmap: m0F, opcode: 0xbf, sub: 2},
	MovSXD - vectorOps:      {name: "movsxd", enc: encRM, opcode: 0x63, sub: 4},
	Lea - vectorOps:         {name: "lea", enc: encRM, opcode: 0x8d},
	Add - vectorOps:         {name: "add", enc: encRM, opcode: 0x03, byteOp: true},
	Or - vectorOps:          {name: "or", enc: encRM, opcode: 0x0b, byteOp: true},
	And - vectorOps:         {name: "and", enc: encRM, opcode: 0x23, byteOp: true},
	Sub - vectorOps:         {name: "sub", enc: encRM, opcode: 0x2b, byteOp: true},
	Xor - vectorOps:         {name: "xor", enc: encRM, opcode: 0x33, byteOp: true},
	Cmp - vectorOps:         {name: "cmp", enc: encRM, opcode: 0x3b, byteOp: true},
	AddImm - vectorOps:      {name: "add", enc: encImm, opcode: 0x81, digit: 0, byteOp: true},
	OrImm - vectorOps:       {name: "or", enc: encImm, opcode: 0x81, digit: 1, byteOp: true},
	AndImm - vectorOps:      {name: "and", enc: encImm, opcode: 0x81, digit: 4, byteOp: true},
	SubImm - vectorOps:      {name: "sub", enc: encImm, opcode: 0x81, digit: 5, byteOp: true},
	XorImm - vectorOps:      {name: "xor", enc: encImm, opcode: 0x81, digit: 6, byteOp: true},
	CmpImm - vectorOps:      {name: "cmp", enc: encImm, opcode: 0x81, digit: 7, byteOp: true},
	AddTo - vectorOps:       {name: "add", enc: encMR, opcode: 0x01, byteOp: true},
	Test - vectorOps:        {name: "test", enc: encMR, opcode: 0x85, byteOp: true},
	IMul - vectorOps:        {name: "imul", enc: encRM, opmap: m0F, opcode: 0xaf},
	IMul3 - vectorOps:       {name: "imul", enc: encRMImm, opcode: 0x69},
	ShLImm - vectorOps:      {name: "shl", enc: encImm8, opcode: 0xc1, digit: 4, byteOp: true},
	ShRImm - vectorOps:      {name: "shr", enc: encImm8, opcode: 0xc1, digit: 5, byteOp: true},
	SarImm - vectorOps:      {name: "sar", enc: encImm8, opcode: 0xc1, digit: 7, byteOp: true},
	Not - vectorOps:         {name: "not", enc: encM, opcode: 0xf7, digit: 2, byteOp: true},
	Neg - vectorOps:         {name: "neg", enc: encM, opcode: 0xf7, digit: 3, byteOp: true},
	Div - vectorOps:         {name: "div", enc: encM, opcode: 0xf7, digit: 6, byteOp: true},
	IDiv - vectorOps:        {name: "idiv", enc: encM, opcode: 0xf7, digit: 7, byteOp: true},
	CDQ - vectorOps:         {name: "cdq", enc: encFixed, opcode: 0x99},
	PopCnt - vectorOps:      {name: "popcnt", enc: encRM, prefix: 0xf3, opmap: m0F, opcode: 0xb8},
	LZCnt - vectorOps:       {name: "lzcnt", enc: encRM, prefix: 0xf3, opmap: m0F, opcode: 0xbd},
	TZCnt - vectorOps:       {name: "tzcnt", enc: encRM, prefix: 0xf3, opmap: m0F, opcode: 0xbc},
	SetCC - vectorOps:       {name: "set", enc: encM, opmap: m0F, opcode: 0x90, sub: 1},
	CMovCC - vectorOps:      {name: "cmov", enc: encRM, opmap: m0F, opcode: 0x40},
	Ret - vectorOps:         {name: "ret", enc: encFixed, opcode: 0xc3},
	VZeroUpper - vectorOps:  {name: "vzeroupper", enc: encOther},
	FLd32 - vectorOps:       {name: "fld", enc: encX87, opcode: 0xd9, digit: 0, sub: 4},
	FLd64 - vectorOps:       {name: "fld", enc: encX87, opcode: 0xdd, digit: 0, sub: 8},
	FStp32 - vectorOps:      {name: "fstp", enc: encX87, opcode: 0xd9, digit: 3, sub: 4},
	FStp64 - vectorOps:      {name: "fstp", enc: encX87, opcode: 0xdd, digit: 3, sub: 8},
	FStpST1 - vectorOps:     {name: "fstp\tst(1)", enc: encOther},
	FPRem - vectorOps:       {name: "fprem", enc: encOther},
	FNStSW - vectorOps:      {name: "fnstsw\tax", enc: encOther},
	PrefetchT0 - vectorOps:  {name: "prefetcht0", enc: encX87, opmap: m0F, opcode: 0x18, digit: 1, sub: 1},
	SFence - vectorOps:      {name: "sfence", enc: encOther},
	TileRelease - vectorOps: {name: "tilerelease", enc: encOther},
}

func (a *Assembler) emitGeneral(in *Inst) {
	row := general[in.Op-vectorOps]
	f := &row
	switch f.enc {
	case encRM:
		a.legacy(f, in, in.R[0], in.R[1], 0)
	case encMR:
		a.legacy(f, in, in.R[1], in.R[0], 0)
	case encM:
		a.legacy(f, in, Reg(f.digit), in.R[0], 0)
	case encX87:
		a.modrm(f, in)
	case encImm:
		a.immediate(f, in)
	case encImm8:
		a.legacy(f, in, Reg(f.digit), in.R[0], 1)
		a.Bytes(byte(in.Imm))
	case encRMImm:
		if n := immBytes(in); n == 1 {
			short := *f
			short.opcode = 0x6b
			a.legacy(&short, in, in.R[0], in.R[1], 1)
			a.Bytes(byte(in.Imm))
		} else {
			a.legacy(f, in, in.R[0], in.R[1], n)
			a.number(in.Imm, n)
		}
	case encFixed:
		if in.Size == 8 {
			a.Bytes(0x48)
		}
		a.Bytes(f.opcode)
	default:
		a.other(in)
	}
}

// immBytes returns the length of an immediate: 1 if it fits into a signed byte, otherwise 2 for
// 16-bit instructions and 4 for others.
func immBytes(in *Inst) int {
	switch {
	case int64(int8(in.Imm)) == in.Imm:
		return 1
	case in.Size == 2:
		return 2
	}
	return 4
}

// immediate encodes an instruction with an immediate, in one byte if it fits, except for MovImm.
func (a *Assembler) immediate(f *generalForm, in *Inst) {
	form, n := *f, immBytes(in)
	switch {
	case in.Size == 1:
		n = 1
	case in.Op == MovImm && in.Size == 2:
		n = 2
	case in.Op == MovImm:
		n = 4
	case n == 1:
		form.opcode = 0x83
	}
	a.legacy(&form, in, Reg(f.digit), in.R[0], n)
	a.number(in.Imm, n)
}

func (a *Assembler) other(in *Inst) {
	switch in.Op {
	case MovAbs:
		r := num(in.R[0])
		a.Bytes(0x48|r>>3, 0xb8|r&7)
		a.number(in.Imm, 8)
	case VZeroUpper:
		a.Bytes(0xc5, 0xf8, 0x77)
	case FStpST1:
		a.Bytes(0xdd, 0xd9)
	case FPRem:
		a.Bytes(0xd9, 0xf8)
	case SFence:
		a.Bytes(0x0f, 0xae, 0xf8)
	case TileRelease:
		a.Bytes(0xc4, 0xe2, 0x78, 0x49, 0xc0)
	case FNStSW:
		a.Bytes(0xdf, 0xe0)
	default:
		panic("amd64: BUG: no encoding of instruction " + in.String())
	}
}

// modrm encodes an instruction whose only operand is memory.
func (a *Assembler) modrm(f *generalForm, in *Inst) {
	if rex := 0x40 | high(in.Mem.Index)<<1 | high(in.Mem.Base); rex != 0x40 {
		a.Bytes(rex)
	}
	if f.opmap == m0F {
		a.Bytes(0x0f)
	}
	a.Bytes(f.opcode)
	a.memory(in, f.digit, 1, 0)
}

// high returns bit 3 of a register's number, as 0 or 1.
func high(r Reg) byte {
	if r == None {
		return 0
	}
	return num(r) >> 3 & 1
}

// legacy encodes prefixes, opcode and operands. tail is the length of an immediate that follows.
func (a *Assembler) legacy(f *generalForm, in *Inst, reg, rm Reg, tail int) {
	size := in.Size
	opcode := f.opcode
	if in.Op == SetCC || in.Op == CMovCC {
		opcode += byte(in.Imm)
	}
	if size == 1 && f.byteOp {
		opcode--
		if opcode == 0x82 {
			opcode = 0x80
		}
	}
	if size == 2 {
		a.Bytes(0x66)
	}
	if f.prefix != 0 {
		a.Bytes(f.prefix)
	}
	rex := byte(0x40) | high(reg)<<2
	if in.HasMem {
		rex |= high(in.Mem.Index)<<1 | high(in.Mem.Base)
	} else {
		rex |= high(rm)
	}
	if size == 8 {
		rex |= 8
	}
	if rex != 0x40 || a.needsREX(f, in, reg, rm) {
		a.Bytes(rex)
	}
	if f.opmap == m0F {
		a.Bytes(0x0f)
	}
	a.Bytes(opcode)
	if in.HasMem {
		a.memory(in, byte(reg)&7, 1, tail)
		return
	}
	a.Bytes(0xc0 | byte(reg)&7<<3 | byte(rm)&7)
}

// needsREX reports whether an instruction has one of the byte registers SPL, BPL, SIL and DIL,
// which only instructions with a REX prefix can access.
func (a *Assembler) needsREX(f *generalForm, in *Inst, reg, rm Reg) bool {
	isByte := func(r Reg) bool { return r >= RSP && r <= RDI }
	switch {
	case f.sub == 1:
		return !in.HasMem && isByte(rm)
	case in.Size != 1 || !f.byteOp:
		return false
	case f.enc == encRM || f.enc == encMR:
		return isByte(reg) || !in.HasMem && isByte(rm)
	}
	return !in.HasMem && isByte(rm)
}
