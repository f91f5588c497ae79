package arm64

// form says where an instruction encodes its operands.
type form uint8

const (
	formRegs    form = iota // registers in bits 0, 5, 16 and 10
	formCompare             // registers in bits 5 and 16
	formShifted             // like formRegs, with a left shift of the last register
	formImm12               // an immediate of 12 bits, or of 12 bits and 12 zeros
	formLogic               // an immediate that is a pattern of bits
	formMove                // an immediate: the low 16 bits of Imm, shifted left by 16·(Imm >> 16) bits
	formField               // a bit field: byte 0 of Imm is the rotation, byte 1 the last bit
	formSelect              // a condition
	formShiftL              // a vector and a left shift
	formShiftR              // a vector and a right shift
	formLane                // the index of an element of the last vector
	formLaneOf              // the index of an element of the first vector
	formByLane              // a product with an element of the last vector
	formExtract             // an immediate that is a number of bytes
	formZero                // a comparison with zero
	formMask                // an immediate with a bit for each byte of an 8-byte element
	formFloat               // an immediate that is a float of eight bits
	formLoad                // a register and memory
	formNone                // no operands
)

// sizing says how an instruction encodes its size. Sizes are in bytes.
type sizing uint8

const (
	one       sizing = iota // not encoded, or encoded by the form
	bit31                   // 4 or 8
	bit31N                  // like bit31, and bit 22 is also set for 8
	bits22                  // of integers: 1, 2, 4 or 8
	float22                 // of floats: 4 or 8
	immediate               // in the immediate
)

// row is one instruction. types has a letter for each register. If a line of this list has several
// letters, their meanings are in the same order:
//
//	v, n     a vector of 16 or 8 bytes, with elements of the instruction's size
//	w        a vector of 16 bytes, with elements of twice this size
//	N        a vector of 8 bytes, with elements of half this size
//	b        a vector of 16 bytes, with elements of 1 byte
//	f        a float of the instruction's size
//	h, s, d  a float of 2, 4 or 8 bytes
//	g        a general register of the instruction's size
//	i, x     a general register of 4 or 8 bytes
//	e, z     the element with the index Imm, or element 0
//
// Braces in types are copied to the assembler's text.
type row struct {
	name   string
	types  string
	form   form
	sizing sizing
	base   uint32
	sizes  string // the valid sizes, with q for 16; "" for all that sizing can encode
}

// The instructions. Most names are the assembler's names, with V added for vectors or S for scalar
// floats. LslV, LsrV and AsrV are scalar shifts by a variable distance, which Arm calls LSLV, LSRV
// and ASRV. SMull2V and Zip2V read the upper halves of vectors, and Uzp2V and Trn2V read the
// elements with odd indices.
const (
	bad Op = iota
	// general registers
	Add
	Sub
	And
	Orr
	Eor
	Bic
	Cmp
	AddImm
	SubImm
	CmpImm
	CmnImm
	AndImm
	OrrImm
	EorImm
	MovZ
	MovN
	MovK
	MAdd
	MSub
	SDiv
	UDiv
	LslV
	LsrV
	AsrV
	SBFM
	UBFM
	Clz
	RBit
	CSel
	CSInc
	CSNeg
	Ret
	// memory
	Ldr
	Str
	LdrV
	StrV
	Prfm
	// scalar floats
	FMov
	FMovTo   // general ← float
	FMovFrom // float ← general
	FAddS
	FSubS
	FMulS
	FDivS
	FMaxS
	FMinS
	FMAddS
	FAbsS
	FNegS
	FSqrtS
	FRIntNS
	FRIntMS
	FRIntPS
	FRIntZS
	FCmp
	FCSel
	FCvtSD // f64 ← f32
	FCvtDS // f32 ← f64
	FCvtHS // f32 ← f16
	FCvtHD // f64 ← f16
	FCvtSH // f16 ← f32
	FCvtDH // f16 ← f64
	FCvtXN // f32 ← f64, rounded to odd
	SCvtF
	UCvtF
	FCvtZS
	FCvtZU
	// vectors of integers
	AddV
	SubV
	MulV
	SMinV
	SMaxV
	UMinV
	UMaxV
	AbsV
	NegV
	AddPV
	CmEqV
	CmGtV
	CmGeV
	CmHiV
	CmHsV
	CmTstV
	CmEqZeroV
	CmLtZeroV
	AndV
	BicV
	OrrV
	EorV
	NotV
	BslV
	BitV
	BifV
	SShlV
	UShlV
	ShlImm
	SShrImm
	UShrImm
	ShrNImm
	SShllImm
	UShllImm
	ClzV
	CntV
	UAddLPV
	AddAcross
	XtnV
	SMullV
	SMull2V
	SDotV
	UDotV
	USDotV
	// lanes
	DupV    // all lanes ← element
	DupFrom // all lanes ← general
	DupS    // float ← element
	InsV    // element ← element 0
	InsFrom // element ← general
	UMov
	UMovX
	Uzp1V
	Uzp2V
	Zip1V
	Zip2V
	Trn1V
	Trn2V
	ExtV
	TblV
	TbxV
	MoviV
	FMoviV
	// vectors of floats
	FAddV
	FSubV
	FMulV
	FDivV
	FMaxV
	FMinV
	FMlaV
	FMulByLane
	FMlaByLane
	FAbsV
	FNegV
	FSqrtV
	FRIntNV
	FRIntMV
	FRIntPV
	FRIntZV
	FCmEqV
	FCmGeV
	FCmGtV
	FCvtLV
	FCvtNV
	FCvtXNV
	SCvtFV
	UCvtFV
	FCvtZSV
	FCvtZUV
	ops
)

var table = [...]row{
	Add:        {"add", "ggg", formShifted, bit31, 0x0b000000, ""},
	Sub:        {"sub", "ggg", formShifted, bit31, 0x4b000000, ""},
	And:        {"and", "ggg", formShifted, bit31, 0x0a000000, ""},
	Orr:        {"orr", "ggg", formShifted, bit31, 0x2a000000, ""},
	Eor:        {"eor", "ggg", formShifted, bit31, 0x4a000000, ""},
	Bic:        {"bic", "ggg", formShifted, bit31, 0x0a200000, ""},
	Cmp:        {"cmp", "gg", formCompare, bit31, 0x6b00001f, ""},
	AddImm:     {"add", "gg", formImm12, bit31, 0x11000000, ""},
	SubImm:     {"sub", "gg", formImm12, bit31, 0x51000000, ""},
	CmpImm:     {"cmp", "g", formImm12, bit31, 0x7100001f, ""},
	CmnImm:     {"cmn", "g", formImm12, bit31, 0x3100001f, ""},
	AndImm:     {"and", "gg", formLogic, bit31, 0x12000000, ""},
	OrrImm:     {"orr", "gg", formLogic, bit31, 0x32000000, ""},
	EorImm:     {"eor", "gg", formLogic, bit31, 0x52000000, ""},
	MovZ:       {"movz", "g", formMove, bit31, 0x52800000, ""},
	MovN:       {"movn", "g", formMove, bit31, 0x12800000, ""},
	MovK:       {"movk", "g", formMove, bit31, 0x72800000, ""},
	MAdd:       {"madd", "gggg", formRegs, bit31, 0x1b000000, ""},
	MSub:       {"msub", "gggg", formRegs, bit31, 0x1b008000, ""},
	SDiv:       {"sdiv", "ggg", formRegs, bit31, 0x1ac00c00, ""},
	UDiv:       {"udiv", "ggg", formRegs, bit31, 0x1ac00800, ""},
	LslV:       {"lsl", "ggg", formRegs, bit31, 0x1ac02000, ""},
	LsrV:       {"lsr", "ggg", formRegs, bit31, 0x1ac02400, ""},
	AsrV:       {"asr", "ggg", formRegs, bit31, 0x1ac02800, ""},
	SBFM:       {"sbfm", "gg", formField, bit31N, 0x13000000, ""},
	UBFM:       {"ubfm", "gg", formField, bit31N, 0x53000000, ""},
	Clz:        {"clz", "gg", formRegs, bit31, 0x5ac01000, ""},
	RBit:       {"rbit", "gg", formRegs, bit31, 0x5ac00000, ""},
	CSel:       {"csel", "ggg", formSelect, bit31, 0x1a800000, ""},
	CSInc:      {"csinc", "ggg", formSelect, bit31, 0x1a800400, ""},
	CSNeg:      {"csneg", "ggg", formSelect, bit31, 0x5a800400, ""},
	Ret:        {"ret", "", formNone, one, 0xd65f03c0, "8"},
	Ldr:        {"ldr", "g", formLoad, one, 0x38400000, "1248"},
	Str:        {"str", "g", formLoad, one, 0x38000000, "1248"},
	LdrV:       {"ldr", "f", formLoad, one, 0x3c400000, "1248q"},
	StrV:       {"str", "f", formLoad, one, 0x3c000000, "1248q"},
	Prfm:       {"prfm", "", formLoad, one, 0xf8800000, "8"},
	FMov:       {"fmov", "ff", formRegs, float22, 0x1e204000, ""},
	FMovTo:     {"fmov", "gf", formRegs, bit31N, 0x1e260000, ""},
	FMovFrom:   {"fmov", "fg", formRegs, bit31N, 0x1e270000, ""},
	FAddS:      {"fadd", "fff", formRegs, float22, 0x1e202800, ""},
	FSubS:      {"fsub", "fff", formRegs, float22, 0x1e203800, ""},
	FMulS:      {"fmul", "fff", formRegs, float22, 0x1e200800, ""},
	FDivS:      {"fdiv", "fff", formRegs, float22, 0x1e201800, ""},
	FMaxS:      {"fmax", "fff", formRegs, float22, 0x1e204800, ""},
	FMinS:      {"fmin", "fff", formRegs, float22, 0x1e205800, ""},
	FMAddS:     {"fmadd", "ffff", formRegs, float22, 0x1f000000, ""},
	FAbsS:      {"fabs", "ff", formRegs, float22, 0x1e20c000, ""},
	FNegS:      {"fneg", "ff", formRegs, float22, 0x1e214000, ""},
	FSqrtS:     {"fsqrt", "ff", formRegs, float22, 0x1e21c000, ""},
	FRIntNS:    {"frintn", "ff", formRegs, float22, 0x1e244000, ""},
	FRIntMS:    {"frintm", "ff", formRegs, float22, 0x1e254000, ""},
	FRIntPS:    {"frintp", "ff", formRegs, float22, 0x1e24c000, ""},
	FRIntZS:    {"frintz", "ff", formRegs, float22, 0x1e25c000, ""},
	FCmp:       {"fcmp", "ff", formCompare, float22, 0x1e202000, ""},
	FCSel:      {"fcsel", "fff", formSelect, float22, 0x1e200c00, ""},
	FCvtSD:     {"fcvt", "ds", formRegs, one, 0x1e22c000, "8"},
	FCvtDS:     {"fcvt", "sd", formRegs, one, 0x1e624000, "4"},
	FCvtHS:     {"fcvt", "sh", formRegs, one, 0x1ee24000, "4"},
	FCvtHD:     {"fcvt", "dh", formRegs, one, 0x1ee2c000, "8"},
	FCvtSH:     {"fcvt", "hs", formRegs, one, 0x1e23c000, "2"},
	FCvtDH:     {"fcvt", "hd", formRegs, one, 0x1e63c000, "2"},
	FCvtXN:     {"fcvtxn", "sd", formRegs, one, 0x7e616800, "4"},
	SCvtF:      {"scvtf", "fx", formRegs, float22, 0x9e220000, ""},
	UCvtF:      {"ucvtf", "fx", formRegs, float22, 0x9e230000, ""},
	FCvtZS:     {"fcvtzs", "xf", formRegs, float22, 0x9e380000, ""},
	FCvtZU:     {"fcvtzu", "xf", formRegs, float22, 0x9e390000, ""},
	AddV:       {"add", "vvv", formRegs, bits22, 0x4e208400, ""},
	SubV:       {"sub", "vvv", formRegs, bits22, 0x6e208400, ""},
	MulV:       {"mul", "vvv", formRegs, bits22, 0x4e209c00, "124"},
	SMinV:      {"smin", "vvv", formRegs, bits22, 0x4e206c00, "124"},
	SMaxV:      {"smax", "vvv", formRegs, bits22, 0x4e206400, "124"},
	UMinV:      {"umin", "vvv", formRegs, bits22, 0x6e206c00, "124"},
	UMaxV:      {"umax", "vvv", formRegs, bits22, 0x6e206400, "124"},
	AbsV:       {"abs", "vv", formRegs, bits22, 0x4e20b800, ""},
	NegV:       {"neg", "vv", formRegs, bits22, 0x6e20b800, ""},
	AddPV:      {"addp", "vvv", formRegs, bits22, 0x4e20bc00, ""},
	CmEqV:      {"cmeq", "vvv", formRegs, bits22, 0x6e208c00, ""},
	CmGtV:      {"cmgt", "vvv", formRegs, bits22, 0x4e203400, ""},
	CmGeV:      {"cmge", "vvv", formRegs, bits22, 0x4e203c00, ""},
	CmHiV:      {"cmhi", "vvv", formRegs, bits22, 0x6e203400, ""},
	CmHsV:      {"cmhs", "vvv", formRegs, bits22, 0x6e203c00, ""},
	CmTstV:     {"cmtst", "vvv", formRegs, bits22, 0x4e208c00, ""},
	CmEqZeroV:  {"cmeq", "vv", formZero, bits22, 0x4e209800, ""},
	CmLtZeroV:  {"cmlt", "vv", formZero, bits22, 0x4e20a800, ""},
	AndV:       {"and", "bbb", formRegs, one, 0x4e201c00, "1"},
	BicV:       {"bic", "bbb", formRegs, one, 0x4e601c00, "1"},
	OrrV:       {"orr", "bbb", formRegs, one, 0x4ea01c00, "1"},
	EorV:       {"eor", "bbb", formRegs, one, 0x6e201c00, "1"},
	NotV:       {"not", "bb", formRegs, one, 0x6e205800, "1"},
	BslV:       {"bsl", "bbb", formRegs, one, 0x6e601c00, "1"},
	BitV:       {"bit", "bbb", formRegs, one, 0x6ea01c00, "1"},
	BifV:       {"bif", "bbb", formRegs, one, 0x6ee01c00, "1"},
	SShlV:      {"sshl", "vvv", formRegs, bits22, 0x4e204400, ""},
	UShlV:      {"ushl", "vvv", formRegs, bits22, 0x6e204400, ""},
	ShlImm:     {"shl", "vv", formShiftL, immediate, 0x4f005400, ""},
	SShrImm:    {"sshr", "vv", formShiftR, immediate, 0x4f000400, ""},
	UShrImm:    {"ushr", "vv", formShiftR, immediate, 0x6f000400, ""},
	ShrNImm:    {"shrn", "nw", formShiftR, immediate, 0x0f008400, "124"},
	SShllImm:   {"sshll", "wn", formShiftL, immediate, 0x0f00a400, "124"},
	UShllImm:   {"ushll", "wn", formShiftL, immediate, 0x2f00a400, "124"},
	ClzV:       {"clz", "vv", formRegs, bits22, 0x6e204800, "124"},
	CntV:       {"cnt", "bb", formRegs, one, 0x4e205800, "1"},
	UAddLPV:    {"uaddlp", "wv", formRegs, bits22, 0x6e202800, "124"},
	AddAcross:  {"addv", "fv", formRegs, bits22, 0x4e31b800, "124"},
	XtnV:       {"xtn", "nw", formRegs, bits22, 0x0e212800, "124"},
	SMullV:     {"smull", "wnn", formRegs, bits22, 0x0e20c000, "124"},
	SMull2V:    {"smull2", "wvv", formRegs, bits22, 0x4e20c000, "124"},
	SDotV:      {"sdot", "vbb", formRegs, one, 0x4e809400, "4"},
	UDotV:      {"udot", "vbb", formRegs, one, 0x6e809400, "4"},
	USDotV:     {"usdot", "vbb", formRegs, one, 0x4e809c00, "4"},
	DupV:       {"dup", "ve", formLane, immediate, 0x4e000400, ""},
	DupFrom:    {"dup", "vg", formRegs, immediate, 0x4e000c00, ""},
	DupS:       {"mov", "fe", formLane, immediate, 0x5e000400, ""},
	InsV:       {"ins", "ez", formLaneOf, immediate, 0x6e000400, ""},
	InsFrom:    {"ins", "eg", formLaneOf, immediate, 0x4e001c00, ""},
	UMov:       {"umov", "ie", formLane, immediate, 0x0e003c00, "124"},
	UMovX:      {"umov", "xe", formLane, immediate, 0x4e003c00, "8"},
	Uzp1V:      {"uzp1", "vvv", formRegs, bits22, 0x4e001800, ""},
	Uzp2V:      {"uzp2", "vvv", formRegs, bits22, 0x4e005800, ""},
	Zip1V:      {"zip1", "vvv", formRegs, bits22, 0x4e003800, ""},
	Zip2V:      {"zip2", "vvv", formRegs, bits22, 0x4e007800, ""},
	Trn1V:      {"trn1", "vvv", formRegs, bits22, 0x4e002800, ""},
	Trn2V:      {"trn2", "vvv", formRegs, bits22, 0x4e006800, ""},
	ExtV:       {"ext", "bbb", formExtract, one, 0x6e000000, "1"},
	TblV:       {"tbl", "b{b}b", formRegs, one, 0x4e000000, "1"},
	TbxV:       {"tbx", "b{b}b", formRegs, one, 0x4e001000, "1"},
	MoviV:      {"movi", "v", formMask, one, 0x6f00e400, "8"},
	FMoviV:     {"fmov", "v", formFloat, one, 0x4f00f400, "48"},
	FAddV:      {"fadd", "vvv", formRegs, float22, 0x4e20d400, ""},
	FSubV:      {"fsub", "vvv", formRegs, float22, 0x4ea0d400, ""},
	FMulV:      {"fmul", "vvv", formRegs, float22, 0x6e20dc00, ""},
	FDivV:      {"fdiv", "vvv", formRegs, float22, 0x6e20fc00, ""},
	FMaxV:      {"fmax", "vvv", formRegs, float22, 0x4e20f400, ""},
	FMinV:      {"fmin", "vvv", formRegs, float22, 0x4ea0f400, ""},
	FMlaV:      {"fmla", "vvv", formRegs, float22, 0x4e20cc00, ""},
	FMulByLane: {"fmul", "vve", formByLane, float22, 0x4f809000, ""},
	FMlaByLane: {"fmla", "vve", formByLane, float22, 0x4f801000, ""},
	FAbsV:      {"fabs", "vv", formRegs, float22, 0x4ea0f800, ""},
	FNegV:      {"fneg", "vv", formRegs, float22, 0x6ea0f800, ""},
	FSqrtV:     {"fsqrt", "vv", formRegs, float22, 0x6ea1f800, ""},
	FRIntNV:    {"frintn", "vv", formRegs, float22, 0x4e218800, ""},
	FRIntMV:    {"frintm", "vv", formRegs, float22, 0x4e219800, ""},
	FRIntPV:    {"frintp", "vv", formRegs, float22, 0x4ea18800, ""},
	FRIntZV:    {"frintz", "vv", formRegs, float22, 0x4ea19800, ""},
	FCmEqV:     {"fcmeq", "vvv", formRegs, float22, 0x4e20e400, ""},
	FCmGeV:     {"fcmge", "vvv", formRegs, float22, 0x6e20e400, ""},
	FCmGtV:     {"fcmgt", "vvv", formRegs, float22, 0x6ea0e400, ""},
	FCvtLV:     {"fcvtl", "vN", formRegs, float22, 0x0e217800, ""},
	FCvtNV:     {"fcvtn", "Nv", formRegs, float22, 0x0e216800, ""},
	FCvtXNV:    {"fcvtxn", "Nv", formRegs, one, 0x2e616800, "8"},
	SCvtFV:     {"scvtf", "vv", formRegs, float22, 0x4e21d800, ""},
	UCvtFV:     {"ucvtf", "vv", formRegs, float22, 0x6e21d800, ""},
	FCvtZSV:    {"fcvtzs", "vv", formRegs, float22, 0x4ea1b800, ""},
	FCvtZUV:    {"fcvtzu", "vv", formRegs, float22, 0x6ea1b800, ""},
}
