package amd64

// shape says where an instruction encodes its operands, in Intel's order: in ModRM.reg (R), in
// ModRM.rm (M) or in the prefix (V).
type shape uint8

const (
	formRM shape = iota
	formMR
	formRVM
	formVM   // shifts by an immediate; ModRM.reg is part of the opcode
	formRVMR // the last register is in the immediate
	formMVR
	formRMV
	formGather // R, then memory with a vector index
)

type flags uint8

const (
	vex  flags = 1 << iota // has a VEX form
	evex                   // has an EVEX form
	w1                     // W is set in all forms
	ew1                    // W is set in the EVEX form
	l1                     // VEX.L is set
	imm                    // ends in an immediate byte
)

const (
	p0 byte = iota
	p66
	pF3
	pF2
)

const (
	m0F   byte = 1
	m0F38 byte = 2
	m0F3A byte = 3
)

// form is one instruction. types has a character for each operand. If a line of this list has
// several characters, their sizes are in the same order:
//
//	v        a vector of the instruction's width
//	h, q, e  a vector of a half, a quarter or an eighth of this width
//	x, y     a vector of 128 or 256 bits
//	1 to 8   a vector register, or this number of bytes in memory
//	k        a mask
//	t        a tile
//	a        memory with the rows of a tile, or with the configuration of all tiles
//	i, I     a general register, or memory, of 32 or 64 bits
//	j, J     a general register, or 8 or 16 bits of memory
//	g        a general register, or memory, of the instruction's width
type form struct {
	name     string
	evexName string // name of the EVEX form, if it differs
	shape    shape
	types    string
	prefix   byte
	opmap    byte
	opcode   byte
	digit    byte
	splat    uint8 // size of an element in memory that can be broadcast; 0 if none can
	flags    flags
}

// The instructions with a VEX or EVEX prefix. Names are Intel's, with additions that distinguish
// forms. Load reads memory, Store writes memory, K writes a mask, and G reads a general register.
// From and To move a mask from or to a general register. Shifts with I are by an immediate. Gathers
// with V have the mask in a vector register. Scalar conversions with a final Q have an integer of
// 64 bits.
const (
	bad Op = iota
	VMovUPS
	VMovUPSStore
	VMovNTPSStore // bypasses the caches; the address must be a multiple of the width
	VMovAPS
	VMovDQU8
	VMovDQU8Store
	VMovDQU16
	VMovDQU16Store
	VMovDQU32
	VMovDQU32Store
	VMovDQU64
	VMovDQU64Store
	VMovD
	VMovDStore
	VMovQ
	VMovQStore
	VMovSS
	VMovSD
	VMovSSLoad
	VMovSDLoad
	VMovSSStore
	VMovSDStore
	VPInsrB
	VPInsrW
	VPInsrD
	VPInsrQ
	VPExtrB
	VPExtrW
	VPExtrD
	VPExtrQ
	VBroadcastSS
	VBroadcastSD
	VPBroadcastB
	VPBroadcastW
	VPBroadcastD
	VPBroadcastQ
	VPBroadcastGB
	VPBroadcastGW
	VPBroadcastGD
	VPBroadcastGQ
	VAddPS
	VAddPD
	VAddSS
	VAddSD
	VMulPS
	VMulPD
	VMulSS
	VMulSD
	VSubPS
	VSubPD
	VSubSS
	VSubSD
	VMinPS
	VMinPD
	VMinSS
	VMinSD
	VDivPS
	VDivPD
	VDivSS
	VDivSD
	VMaxPS
	VMaxPD
	VMaxSS
	VMaxSD
	VSqrtPS
	VSqrtPD
	VSqrtSS
	VSqrtSD
	VPDPBUSD
	VPMAddWD
	VFMAdd132PS
	VFMAdd132PD
	VFMAdd132SS
	VFMAdd132SD
	VFMAdd213PS
	VFMAdd213PD
	VFMAdd213SS
	VFMAdd213SD
	VFMAdd231PS
	VFMAdd231PD
	VFMAdd231SS
	VFMAdd231SD
	VRoundPS
	VRoundPD
	VRoundSS
	VRoundSD
	VUComISS
	VUComISD
	VCmpPS
	VCmpPD
	VCmpSS
	VCmpSD
	VCmpPSK
	VCmpPDK
	VPAndD
	VPAndQ
	VPAndND
	VPAndNQ
	VPOrD
	VPOrQ
	VPXorD
	VPXorQ
	VPTernLogD
	VPTernLogQ
	VPAddB
	VPAddW
	VPAddD
	VPAddQ
	VPSubB
	VPSubW
	VPSubD
	VPSubQ
	VPMulLW
	VPMulLD
	VPMulLQ
	VPMulUDQ
	VPMinSB
	VPMinSW
	VPMinSD
	VPMinSQ
	VPMinUB
	VPMinUW
	VPMinUD
	VPMinUQ
	VPMaxSB
	VPMaxSW
	VPMaxSD
	VPMaxSQ
	VPMaxUB
	VPMaxUW
	VPMaxUD
	VPMaxUQ
	VPAbsB
	VPAbsW
	VPAbsD
	VPAbsQ
	VPCmpEqB
	VPCmpEqW
	VPCmpEqD
	VPCmpEqQ
	VPCmpGTB
	VPCmpGTW
	VPCmpGTD
	VPCmpGTQ
	VPCmpKB
	VPCmpKUB
	VPCmpKW
	VPCmpKUW
	VPCmpKD
	VPCmpKUD
	VPCmpKQ
	VPCmpKUQ
	VPTestMB
	VPTestMW
	VPTestMD
	VPTestMQ
	VPSLLVD
	VPSLLVQ
	VPSRLVD
	VPSRLVQ
	VPSRAVD
	VPSRAVQ
	VPSLLVW
	VPSRLVW
	VPSRAVW
	VPSLLWI
	VPSRLWI
	VPSRAWI
	VPSLLDI
	VPSRLDI
	VPSRADI
	VPSLLQI
	VPSRLQI
	VPSRAQI
	VPSRLDQ
	VPMovSXBW
	VPMovZXBW
	VPMovSXBD
	VPMovZXBD
	VPMovSXBQ
	VPMovZXBQ
	VPMovSXWD
	VPMovZXWD
	VPMovSXWQ
	VPMovZXWQ
	VPMovSXDQ
	VPMovZXDQ
	VPMovWB
	VPMovDB
	VPMovQB
	VPMovDW
	VPMovQW
	VPMovQD
	VPMovM2B
	VPMovB2M
	VPMovM2W
	VPMovW2M
	VPMovM2D
	VPMovD2M
	VPMovM2Q
	VPMovQ2M
	VPackSSDW
	VPackSSWB
	VPShufB
	VPermQ
	VPermD
	VPermT2D
	VPermT2Q
	VPShufD
	VExtractI128
	VInsertI128
	VExtractI32x4
	VExtractI64x4
	VInsertI32x4
	VCvtDQ2PS
	VCvtTPS2DQ
	VCvtDQ2PD
	VCvtTPD2DQ
	VCvtPS2PD
	VCvtPD2PS
	VCvtQQ2PD
	VCvtQQ2PS
	VCvtTPD2QQ
	VCvtTPS2QQ
	VCvtUDQ2PS
	VCvtUDQ2PD
	VCvtUQQ2PD
	VCvtUQQ2PS
	VCvtTPS2UDQ
	VCvtTPD2UDQ
	VCvtTPS2UQQ
	VCvtTPD2UQQ
	VCvtPH2PS
	VCvtPS2PH
	VCvtSI2SS
	VCvtSI2SSQ
	VCvtSI2SD
	VCvtSI2SDQ
	VCvtTSS2SI
	VCvtTSS2SIQ
	VCvtTSD2SI
	VCvtTSD2SIQ
	VCvtSS2SD
	VCvtSD2SS
	VCvtUSI2SSQ
	VCvtUSI2SDQ
	VCvtTSS2USIQ
	VCvtTSD2USIQ
	BZHi
	VShufPS
	VShufF64x2
	VPerm2F128
	VUnpckLPS
	VUnpckHPS
	VUnpckLPD
	VUnpckHPD
	VScaleFPS
	VRangePS
	VRangePD
	VPackUSDW
	VPackUSWB
	VBlendVPS
	VBlendVPD
	VPBlendVB
	VPBlendMB
	VPBlendMW
	VPBlendMD
	VPBlendMQ
	VPMaskMovD
	VPMaskMovQ
	VPMaskMovDStore
	VPMaskMovQStore
	VMovMskPS
	VPGatherQQ
	VPGatherQD
	VPGatherQQV
	VPGatherQDV
	KMovB
	KMovBStore
	KMovW
	KMovWStore
	KMovD
	KMovDStore
	KMovQ
	KMovQStore
	KMovDFrom
	KMovQFrom
	KMovDTo
	KMovQTo
	KAndQ
	KAndNQ
	KOrQ
	KXNorQ
	KXorQ
	KNotQ
	KShiftRQ
	ShLX
	ShRX
	SarX
	TileConfig // loads the shapes of all tiles; R[1] must be T0
	TileZero   // R[1] must be T0
	TileLoad
	TileStore
	TDPBUSD // adds products of unsigned and signed bytes
	TDPBSUD // adds products of signed and unsigned bytes
	TDPBSSD
	TDPBUUD
	vectorOps
)

var table = [...]form{
	VMovUPS:         {name: "vmovups", shape: formRM, types: "vv", prefix: p0, opmap: m0F, opcode: 0x10, flags: vex | evex},
	VMovNTPSStore:   {name: "vmovntps", shape: formMR, types: "vv", prefix: p0, opmap: m0F, opcode: 0x2b, flags: vex | evex},
	VMovUPSStore:    {name: "vmovups", shape: formMR, types: "vv", prefix: p0, opmap: m0F, opcode: 0x11, flags: vex | evex},
	VMovAPS:         {name: "vmovaps", shape: formRM, types: "vv", prefix: p0, opmap: m0F, opcode: 0x28, flags: vex | evex},
	VMovDQU8:        {name: "vmovdqu8", shape: formRM, types: "vv", prefix: pF2, opmap: m0F, opcode: 0x6f, flags: evex},
	VMovDQU8Store:   {name: "vmovdqu8", shape: formMR, types: "vv", prefix: pF2, opmap: m0F, opcode: 0x7f, flags: evex},
	VMovDQU16:       {name: "vmovdqu16", shape: formRM, types: "vv", prefix: pF2, opmap: m0F, opcode: 0x6f, flags: evex | ew1},
	VMovDQU16Store:  {name: "vmovdqu16", shape: formMR, types: "vv", prefix: pF2, opmap: m0F, opcode: 0x7f, flags: evex | ew1},
	VMovDQU32:       {name: "vmovdqu32", shape: formRM, types: "vv", prefix: pF3, opmap: m0F, opcode: 0x6f, flags: evex},
	VMovDQU32Store:  {name: "vmovdqu32", shape: formMR, types: "vv", prefix: pF3, opmap: m0F, opcode: 0x7f, flags: evex},
	VMovDQU64:       {name: "vmovdqu64", shape: formRM, types: "vv", prefix: pF3, opmap: m0F, opcode: 0x6f, flags: evex | ew1},
	VMovDQU64Store:  {name: "vmovdqu64", shape: formMR, types: "vv", prefix: pF3, opmap: m0F, opcode: 0x7f, flags: evex | ew1},
	VMovD:           {name: "vmovd", shape: formRM, types: "xi", prefix: p66, opmap: m0F, opcode: 0x6e, flags: vex | evex},
	VMovDStore:      {name: "vmovd", shape: formMR, types: "ix", prefix: p66, opmap: m0F, opcode: 0x7e, flags: vex | evex},
	VMovQ:           {name: "vmovq", shape: formRM, types: "xI", prefix: p66, opmap: m0F, opcode: 0x6e, flags: vex | evex | w1},
	VMovQStore:      {name: "vmovq", shape: formMR, types: "Ix", prefix: p66, opmap: m0F, opcode: 0x7e, flags: vex | evex | w1},
	VMovSS:          {name: "vmovss", shape: formRVM, types: "xx4", prefix: pF3, opmap: m0F, opcode: 0x10, flags: vex | evex},
	VMovSD:          {name: "vmovsd", shape: formRVM, types: "xx8", prefix: pF2, opmap: m0F, opcode: 0x10, flags: vex | evex | ew1},
	VMovSSLoad:      {name: "vmovss", shape: formRM, types: "x4", prefix: pF3, opmap: m0F, opcode: 0x10, flags: vex | evex},
	VMovSDLoad:      {name: "vmovsd", shape: formRM, types: "x8", prefix: pF2, opmap: m0F, opcode: 0x10, flags: vex | evex | ew1},
	VMovSSStore:     {name: "vmovss", shape: formMR, types: "4x", prefix: pF3, opmap: m0F, opcode: 0x11, flags: vex | evex},
	VMovSDStore:     {name: "vmovsd", shape: formMR, types: "8x", prefix: pF2, opmap: m0F, opcode: 0x11, flags: vex | evex | ew1},
	VPInsrB:         {name: "vpinsrb", shape: formRVM, types: "xxj", prefix: p66, opmap: m0F3A, opcode: 0x20, flags: vex | evex | imm},
	VPInsrW:         {name: "vpinsrw", shape: formRVM, types: "xxJ", prefix: p66, opmap: m0F, opcode: 0xc4, flags: vex | evex | imm},
	VPInsrD:         {name: "vpinsrd", shape: formRVM, types: "xxi", prefix: p66, opmap: m0F3A, opcode: 0x22, flags: vex | evex | imm},
	VPInsrQ:         {name: "vpinsrq", shape: formRVM, types: "xxI", prefix: p66, opmap: m0F3A, opcode: 0x22, flags: vex | evex | w1 | imm},
	VPExtrB:         {name: "vpextrb", shape: formMR, types: "jx", prefix: p66, opmap: m0F3A, opcode: 0x14, flags: vex | evex | imm},
	VPExtrW:         {name: "vpextrw", shape: formMR, types: "Jx", prefix: p66, opmap: m0F3A, opcode: 0x15, flags: vex | evex | imm},
	VPExtrD:         {name: "vpextrd", shape: formMR, types: "ix", prefix: p66, opmap: m0F3A, opcode: 0x16, flags: vex | evex | imm},
	VPExtrQ:         {name: "vpextrq", shape: formMR, types: "Ix", prefix: p66, opmap: m0F3A, opcode: 0x16, flags: vex | evex | w1 | imm},
	VBroadcastSS:    {name: "vbroadcastss", shape: formRM, types: "v4", prefix: p66, opmap: m0F38, opcode: 0x18, flags: vex | evex},
	VBroadcastSD:    {name: "vbroadcastsd", shape: formRM, types: "v8", prefix: p66, opmap: m0F38, opcode: 0x19, flags: vex | evex | ew1},
	VPBroadcastB:    {name: "vpbroadcastb", shape: formRM, types: "v1", prefix: p66, opmap: m0F38, opcode: 0x78, flags: vex | evex},
	VPBroadcastW:    {name: "vpbroadcastw", shape: formRM, types: "v2", prefix: p66, opmap: m0F38, opcode: 0x79, flags: vex | evex},
	VPBroadcastD:    {name: "vpbroadcastd", shape: formRM, types: "v4", prefix: p66, opmap: m0F38, opcode: 0x58, flags: vex | evex},
	VPBroadcastQ:    {name: "vpbroadcastq", shape: formRM, types: "v8", prefix: p66, opmap: m0F38, opcode: 0x59, flags: vex | evex | ew1},
	VPBroadcastGB:   {name: "vpbroadcastb", shape: formRM, types: "vi", prefix: p66, opmap: m0F38, opcode: 0x7a, flags: evex},
	VPBroadcastGW:   {name: "vpbroadcastw", shape: formRM, types: "vi", prefix: p66, opmap: m0F38, opcode: 0x7b, flags: evex},
	VPBroadcastGD:   {name: "vpbroadcastd", shape: formRM, types: "vi", prefix: p66, opmap: m0F38, opcode: 0x7c, flags: evex},
	VPBroadcastGQ:   {name: "vpbroadcastq", shape: formRM, types: "vI", prefix: p66, opmap: m0F38, opcode: 0x7c, flags: evex | ew1},
	VAddPS:          {name: "vaddps", shape: formRVM, types: "vvv", prefix: p0, opmap: m0F, opcode: 0x58, flags: vex | evex, splat: 4},
	VAddPD:          {name: "vaddpd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x58, flags: vex | evex | ew1, splat: 8},
	VAddSS:          {name: "vaddss", shape: formRVM, types: "xx4", prefix: pF3, opmap: m0F, opcode: 0x58, flags: vex | evex},
	VAddSD:          {name: "vaddsd", shape: formRVM, types: "xx8", prefix: pF2, opmap: m0F, opcode: 0x58, flags: vex | evex | ew1},
	VMulPS:          {name: "vmulps", shape: formRVM, types: "vvv", prefix: p0, opmap: m0F, opcode: 0x59, flags: vex | evex, splat: 4},
	VMulPD:          {name: "vmulpd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x59, flags: vex | evex | ew1, splat: 8},
	VMulSS:          {name: "vmulss", shape: formRVM, types: "xx4", prefix: pF3, opmap: m0F, opcode: 0x59, flags: vex | evex},
	VMulSD:          {name: "vmulsd", shape: formRVM, types: "xx8", prefix: pF2, opmap: m0F, opcode: 0x59, flags: vex | evex | ew1},
	VSubPS:          {name: "vsubps", shape: formRVM, types: "vvv", prefix: p0, opmap: m0F, opcode: 0x5c, flags: vex | evex, splat: 4},
	VSubPD:          {name: "vsubpd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x5c, flags: vex | evex | ew1, splat: 8},
	VSubSS:          {name: "vsubss", shape: formRVM, types: "xx4", prefix: pF3, opmap: m0F, opcode: 0x5c, flags: vex | evex},
	VSubSD:          {name: "vsubsd", shape: formRVM, types: "xx8", prefix: pF2, opmap: m0F, opcode: 0x5c, flags: vex | evex | ew1},
	VMinPS:          {name: "vminps", shape: formRVM, types: "vvv", prefix: p0, opmap: m0F, opcode: 0x5d, flags: vex | evex, splat: 4},
	VMinPD:          {name: "vminpd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x5d, flags: vex | evex | ew1, splat: 8},
	VMinSS:          {name: "vminss", shape: formRVM, types: "xx4", prefix: pF3, opmap: m0F, opcode: 0x5d, flags: vex | evex},
	VMinSD:          {name: "vminsd", shape: formRVM, types: "xx8", prefix: pF2, opmap: m0F, opcode: 0x5d, flags: vex | evex | ew1},
	VDivPS:          {name: "vdivps", shape: formRVM, types: "vvv", prefix: p0, opmap: m0F, opcode: 0x5e, flags: vex | evex, splat: 4},
	VDivPD:          {name: "vdivpd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x5e, flags: vex | evex | ew1, splat: 8},
	VDivSS:          {name: "vdivss", shape: formRVM, types: "xx4", prefix: pF3, opmap: m0F, opcode: 0x5e, flags: vex | evex},
	VDivSD:          {name: "vdivsd", shape: formRVM, types: "xx8", prefix: pF2, opmap: m0F, opcode: 0x5e, flags: vex | evex | ew1},
	VMaxPS:          {name: "vmaxps", shape: formRVM, types: "vvv", prefix: p0, opmap: m0F, opcode: 0x5f, flags: vex | evex, splat: 4},
	VMaxPD:          {name: "vmaxpd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x5f, flags: vex | evex | ew1, splat: 8},
	VMaxSS:          {name: "vmaxss", shape: formRVM, types: "xx4", prefix: pF3, opmap: m0F, opcode: 0x5f, flags: vex | evex},
	VMaxSD:          {name: "vmaxsd", shape: formRVM, types: "xx8", prefix: pF2, opmap: m0F, opcode: 0x5f, flags: vex | evex | ew1},
	VSqrtPS:         {name: "vsqrtps", shape: formRM, types: "vv", prefix: p0, opmap: m0F, opcode: 0x51, flags: vex | evex, splat: 4},
	VSqrtPD:         {name: "vsqrtpd", shape: formRM, types: "vv", prefix: p66, opmap: m0F, opcode: 0x51, flags: vex | evex | ew1, splat: 8},
	VSqrtSS:         {name: "vsqrtss", shape: formRVM, types: "xx4", prefix: pF3, opmap: m0F, opcode: 0x51, flags: vex | evex},
	VSqrtSD:         {name: "vsqrtsd", shape: formRVM, types: "xx8", prefix: pF2, opmap: m0F, opcode: 0x51, flags: vex | evex | ew1},
	VPDPBUSD:        {name: "vpdpbusd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x50, flags: evex, splat: 4},
	VPMAddWD:        {name: "vpmaddwd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xf5, flags: vex | evex},
	VFMAdd132PS:     {name: "vfmadd132ps", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x98, flags: vex | evex, splat: 4},
	VFMAdd132PD:     {name: "vfmadd132pd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x98, flags: vex | evex | w1, splat: 8},
	VFMAdd132SS:     {name: "vfmadd132ss", shape: formRVM, types: "xx4", prefix: p66, opmap: m0F38, opcode: 0x99, flags: vex | evex},
	VFMAdd132SD:     {name: "vfmadd132sd", shape: formRVM, types: "xx8", prefix: p66, opmap: m0F38, opcode: 0x99, flags: vex | evex | w1},
	VFMAdd213PS:     {name: "vfmadd213ps", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0xa8, flags: vex | evex, splat: 4},
	VFMAdd213PD:     {name: "vfmadd213pd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0xa8, flags: vex | evex | w1, splat: 8},
	VFMAdd213SS:     {name: "vfmadd213ss", shape: formRVM, types: "xx4", prefix: p66, opmap: m0F38, opcode: 0xa9, flags: vex | evex},
	VFMAdd213SD:     {name: "vfmadd213sd", shape: formRVM, types: "xx8", prefix: p66, opmap: m0F38, opcode: 0xa9, flags: vex | evex | w1},
	VFMAdd231PS:     {name: "vfmadd231ps", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0xb8, flags: vex | evex, splat: 4},
	VFMAdd231PD:     {name: "vfmadd231pd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0xb8, flags: vex | evex | w1, splat: 8},
	VFMAdd231SS:     {name: "vfmadd231ss", shape: formRVM, types: "xx4", prefix: p66, opmap: m0F38, opcode: 0xb9, flags: vex | evex},
	VFMAdd231SD:     {name: "vfmadd231sd", shape: formRVM, types: "xx8", prefix: p66, opmap: m0F38, opcode: 0xb9, flags: vex | evex | w1},
	VRoundPS:        {name: "vroundps", shape: formRM, types: "vv", prefix: p66, opmap: m0F3A, opcode: 0x08, flags: vex | evex | imm, evexName: "vrndscaleps", splat: 4},
	VRoundPD:        {name: "vroundpd", shape: formRM, types: "vv", prefix: p66, opmap: m0F3A, opcode: 0x09, flags: vex | evex | ew1 | imm, evexName: "vrndscalepd", splat: 8},
	VRoundSS:        {name: "vroundss", shape: formRVM, types: "xx4", prefix: p66, opmap: m0F3A, opcode: 0x0a, flags: vex | evex | imm, evexName: "vrndscaless"},
	VRoundSD:        {name: "vroundsd", shape: formRVM, types: "xx8", prefix: p66, opmap: m0F3A, opcode: 0x0b, flags: vex | evex | ew1 | imm, evexName: "vrndscalesd"},
	VUComISS:        {name: "vucomiss", shape: formRM, types: "x4", prefix: p0, opmap: m0F, opcode: 0x2e, flags: vex | evex},
	VUComISD:        {name: "vucomisd", shape: formRM, types: "x8", prefix: p66, opmap: m0F, opcode: 0x2e, flags: vex | evex | ew1},
	VCmpPS:          {name: "vcmpps", shape: formRVM, types: "vvv", prefix: p0, opmap: m0F, opcode: 0xc2, flags: vex | imm},
	VCmpPD:          {name: "vcmppd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xc2, flags: vex | imm},
	VCmpSS:          {name: "vcmpss", shape: formRVM, types: "xx4", prefix: pF3, opmap: m0F, opcode: 0xc2, flags: vex | imm},
	VCmpSD:          {name: "vcmpsd", shape: formRVM, types: "xx8", prefix: pF2, opmap: m0F, opcode: 0xc2, flags: vex | imm},
	VCmpPSK:         {name: "vcmpps", shape: formRVM, types: "kvv", prefix: p0, opmap: m0F, opcode: 0xc2, flags: evex | imm, splat: 4},
	VCmpPDK:         {name: "vcmppd", shape: formRVM, types: "kvv", prefix: p66, opmap: m0F, opcode: 0xc2, flags: evex | ew1 | imm, splat: 8},
	VPAndD:          {name: "vpand", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xdb, flags: vex | evex, evexName: "vpandd", splat: 4},
	VPAndQ:          {name: "vpandq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xdb, flags: evex | ew1, splat: 8},
	VPAndND:         {name: "vpandn", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xdf, flags: vex | evex, evexName: "vpandnd", splat: 4},
	VPAndNQ:         {name: "vpandnq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xdf, flags: evex | ew1, splat: 8},
	VPOrD:           {name: "vpor", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xeb, flags: vex | evex, evexName: "vpord", splat: 4},
	VPOrQ:           {name: "vporq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xeb, flags: evex | ew1, splat: 8},
	VPXorD:          {name: "vpxor", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xef, flags: vex | evex, evexName: "vpxord", splat: 4},
	VPXorQ:          {name: "vpxorq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xef, flags: evex | ew1, splat: 8},
	VPTernLogD:      {name: "vpternlogd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F3A, opcode: 0x25, flags: evex | imm, splat: 4},
	VPTernLogQ:      {name: "vpternlogq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F3A, opcode: 0x25, flags: evex | ew1 | imm, splat: 8},
	VPAddB:          {name: "vpaddb", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xfc, flags: vex | evex},
	VPAddW:          {name: "vpaddw", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xfd, flags: vex | evex},
	VPAddD:          {name: "vpaddd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xfe, flags: vex | evex, splat: 4},
	VPAddQ:          {name: "vpaddq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xd4, flags: vex | evex | ew1, splat: 8},
	VPSubB:          {name: "vpsubb", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xf8, flags: vex | evex},
	VPSubW:          {name: "vpsubw", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xf9, flags: vex | evex},
	VPSubD:          {name: "vpsubd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xfa, flags: vex | evex, splat: 4},
	VPSubQ:          {name: "vpsubq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xfb, flags: vex | evex | ew1, splat: 8},
	VPMulLW:         {name: "vpmullw", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xd5, flags: vex | evex},
	VPMulLD:         {name: "vpmulld", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x40, flags: vex | evex, splat: 4},
	VPMulLQ:         {name: "vpmullq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x40, flags: evex | ew1, splat: 8},
	VPMulUDQ:        {name: "vpmuludq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xf4, flags: vex | evex | ew1, splat: 8},
	VPMinSB:         {name: "vpminsb", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x38, flags: vex | evex},
	VPMinSW:         {name: "vpminsw", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xea, flags: vex | evex},
	VPMinSD:         {name: "vpminsd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x39, flags: vex | evex, splat: 4},
	VPMinSQ:         {name: "vpminsq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x39, flags: evex | ew1, splat: 8},
	VPMinUB:         {name: "vpminub", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xda, flags: vex | evex},
	VPMinUW:         {name: "vpminuw", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x3a, flags: vex | evex},
	VPMinUD:         {name: "vpminud", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x3b, flags: vex | evex, splat: 4},
	VPMinUQ:         {name: "vpminuq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x3b, flags: evex | ew1, splat: 8},
	VPMaxSB:         {name: "vpmaxsb", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x3c, flags: vex | evex},
	VPMaxSW:         {name: "vpmaxsw", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xee, flags: vex | evex},
	VPMaxSD:         {name: "vpmaxsd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x3d, flags: vex | evex, splat: 4},
	VPMaxSQ:         {name: "vpmaxsq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x3d, flags: evex | ew1, splat: 8},
	VPMaxUB:         {name: "vpmaxub", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0xde, flags: vex | evex},
	VPMaxUW:         {name: "vpmaxuw", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x3e, flags: vex | evex},
	VPMaxUD:         {name: "vpmaxud", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x3f, flags: vex | evex, splat: 4},
	VPMaxUQ:         {name: "vpmaxuq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x3f, flags: evex | ew1, splat: 8},
	VPAbsB:          {name: "vpabsb", shape: formRM, types: "vv", prefix: p66, opmap: m0F38, opcode: 0x1c, flags: vex | evex},
	VPAbsW:          {name: "vpabsw", shape: formRM, types: "vv", prefix: p66, opmap: m0F38, opcode: 0x1d, flags: vex | evex},
	VPAbsD:          {name: "vpabsd", shape: formRM, types: "vv", prefix: p66, opmap: m0F38, opcode: 0x1e, flags: vex | evex, splat: 4},
	VPAbsQ:          {name: "vpabsq", shape: formRM, types: "vv", prefix: p66, opmap: m0F38, opcode: 0x1f, flags: evex | ew1, splat: 8},
	VPCmpEqB:        {name: "vpcmpeqb", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x74, flags: vex},
	VPCmpEqW:        {name: "vpcmpeqw", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x75, flags: vex},
	VPCmpEqD:        {name: "vpcmpeqd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x76, flags: vex},
	VPCmpEqQ:        {name: "vpcmpeqq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x29, flags: vex},
	VPCmpGTB:        {name: "vpcmpgtb", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x64, flags: vex},
	VPCmpGTW:        {name: "vpcmpgtw", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x65, flags: vex},
	VPCmpGTD:        {name: "vpcmpgtd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x66, flags: vex},
	VPCmpGTQ:        {name: "vpcmpgtq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x37, flags: vex},
	VPCmpKB:         {name: "vpcmpb", shape: formRVM, types: "kvv", prefix: p66, opmap: m0F3A, opcode: 0x3f, flags: evex | imm},
	VPCmpKUB:        {name: "vpcmpub", shape: formRVM, types: "kvv", prefix: p66, opmap: m0F3A, opcode: 0x3e, flags: evex | imm},
	VPCmpKW:         {name: "vpcmpw", shape: formRVM, types: "kvv", prefix: p66, opmap: m0F3A, opcode: 0x3f, flags: evex | ew1 | imm},
	VPCmpKUW:        {name: "vpcmpuw", shape: formRVM, types: "kvv", prefix: p66, opmap: m0F3A, opcode: 0x3e, flags: evex | ew1 | imm},
	VPCmpKD:         {name: "vpcmpd", shape: formRVM, types: "kvv", prefix: p66, opmap: m0F3A, opcode: 0x1f, flags: evex | imm, splat: 4},
	VPCmpKUD:        {name: "vpcmpud", shape: formRVM, types: "kvv", prefix: p66, opmap: m0F3A, opcode: 0x1e, flags: evex | imm, splat: 4},
	VPCmpKQ:         {name: "vpcmpq", shape: formRVM, types: "kvv", prefix: p66, opmap: m0F3A, opcode: 0x1f, flags: evex | ew1 | imm, splat: 8},
	VPCmpKUQ:        {name: "vpcmpuq", shape: formRVM, types: "kvv", prefix: p66, opmap: m0F3A, opcode: 0x1e, flags: evex | ew1 | imm, splat: 8},
	VPTestMB:        {name: "vptestmb", shape: formRVM, types: "kvv", prefix: p66, opmap: m0F38, opcode: 0x26, flags: evex},
	VPTestMW:        {name: "vptestmw", shape: formRVM, types: "kvv", prefix: p66, opmap: m0F38, opcode: 0x26, flags: evex | ew1},
	VPTestMD:        {name: "vptestmd", shape: formRVM, types: "kvv", prefix: p66, opmap: m0F38, opcode: 0x27, flags: evex, splat: 4},
	VPTestMQ:        {name: "vptestmq", shape: formRVM, types: "kvv", prefix: p66, opmap: m0F38, opcode: 0x27, flags: evex | ew1, splat: 8},
	VPSLLVD:         {name: "vpsllvd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x47, flags: vex | evex, splat: 4},
	VPSLLVQ:         {name: "vpsllvq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x47, flags: vex | evex | w1, splat: 8},
	VPSRLVD:         {name: "vpsrlvd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x45, flags: vex | evex, splat: 4},
	VPSRLVQ:         {name: "vpsrlvq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x45, flags: vex | evex | w1, splat: 8},
	VPSRAVD:         {name: "vpsravd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x46, flags: vex | evex, splat: 4},
	VPSRAVQ:         {name: "vpsravq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x46, flags: evex | ew1, splat: 8},
	VPSLLVW:         {name: "vpsllvw", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x12, flags: evex | ew1},
	VPSRLVW:         {name: "vpsrlvw", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x10, flags: evex | ew1},
	VPSRAVW:         {name: "vpsravw", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x11, flags: evex | ew1},
	VPSLLWI:         {name: "vpsllw", shape: formVM, types: "vv", prefix: p66, opmap: m0F, opcode: 0x71, flags: vex | evex | imm, digit: 6},
	VPSRLWI:         {name: "vpsrlw", shape: formVM, types: "vv", prefix: p66, opmap: m0F, opcode: 0x71, flags: vex | evex | imm, digit: 2},
	VPSRAWI:         {name: "vpsraw", shape: formVM, types: "vv", prefix: p66, opmap: m0F, opcode: 0x71, flags: vex | evex | imm, digit: 4},
	VPSLLDI:         {name: "vpslld", shape: formVM, types: "vv", prefix: p66, opmap: m0F, opcode: 0x72, flags: vex | evex | imm, digit: 6, splat: 4},
	VPSRLDI:         {name: "vpsrld", shape: formVM, types: "vv", prefix: p66, opmap: m0F, opcode: 0x72, flags: vex | evex | imm, digit: 2, splat: 4},
	VPSRADI:         {name: "vpsrad", shape: formVM, types: "vv", prefix: p66, opmap: m0F, opcode: 0x72, flags: vex | evex | imm, digit: 4, splat: 4},
	VPSLLQI:         {name: "vpsllq", shape: formVM, types: "vv", prefix: p66, opmap: m0F, opcode: 0x73, flags: vex | evex | ew1 | imm, digit: 6, splat: 8},
	VPSRLQI:         {name: "vpsrlq", shape: formVM, types: "vv", prefix: p66, opmap: m0F, opcode: 0x73, flags: vex | evex | ew1 | imm, digit: 2, splat: 8},
	VPSRAQI:         {name: "vpsraq", shape: formVM, types: "vv", prefix: p66, opmap: m0F, opcode: 0x72, flags: evex | ew1 | imm, digit: 4, splat: 8},
	VPSRLDQ:         {name: "vpsrldq", shape: formVM, types: "vv", prefix: p66, opmap: m0F, opcode: 0x73, flags: vex | evex | imm, digit: 3},
	VPMovSXBW:       {name: "vpmovsxbw", shape: formRM, types: "vh", prefix: p66, opmap: m0F38, opcode: 0x20, flags: vex | evex},
	VPMovZXBW:       {name: "vpmovzxbw", shape: formRM, types: "vh", prefix: p66, opmap: m0F38, opcode: 0x30, flags: vex | evex},
	VPMovSXBD:       {name: "vpmovsxbd", shape: formRM, types: "vq", prefix: p66, opmap: m0F38, opcode: 0x21, flags: vex | evex},
	VPMovZXBD:       {name: "vpmovzxbd", shape: formRM, types: "vq", prefix: p66, opmap: m0F38, opcode: 0x31, flags: vex | evex},
	VPMovSXBQ:       {name: "vpmovsxbq", shape: formRM, types: "ve", prefix: p66, opmap: m0F38, opcode: 0x22, flags: vex | evex},
	VPMovZXBQ:       {name: "vpmovzxbq", shape: formRM, types: "ve", prefix: p66, opmap: m0F38, opcode: 0x32, flags: vex | evex},
	VPMovSXWD:       {name: "vpmovsxwd", shape: formRM, types: "vh", prefix: p66, opmap: m0F38, opcode: 0x23, flags: vex | evex},
	VPMovZXWD:       {name: "vpmovzxwd", shape: formRM, types: "vh", prefix: p66, opmap: m0F38, opcode: 0x33, flags: vex | evex},
	VPMovSXWQ:       {name: "vpmovsxwq", shape: formRM, types: "vq", prefix: p66, opmap: m0F38, opcode: 0x24, flags: vex | evex},
	VPMovZXWQ:       {name: "vpmovzxwq", shape: formRM, types: "vq", prefix: p66, opmap: m0F38, opcode: 0x34, flags: vex | evex},
	VPMovSXDQ:       {name: "vpmovsxdq", shape: formRM, types: "vh", prefix: p66, opmap: m0F38, opcode: 0x25, flags: vex | evex},
	VPMovZXDQ:       {name: "vpmovzxdq", shape: formRM, types: "vh", prefix: p66, opmap: m0F38, opcode: 0x35, flags: vex | evex},
	VPMovWB:         {name: "vpmovwb", shape: formMR, types: "hv", prefix: pF3, opmap: m0F38, opcode: 0x30, flags: evex},
	VPMovDB:         {name: "vpmovdb", shape: formMR, types: "qv", prefix: pF3, opmap: m0F38, opcode: 0x31, flags: evex},
	VPMovQB:         {name: "vpmovqb", shape: formMR, types: "ev", prefix: pF3, opmap: m0F38, opcode: 0x32, flags: evex},
	VPMovDW:         {name: "vpmovdw", shape: formMR, types: "hv", prefix: pF3, opmap: m0F38, opcode: 0x33, flags: evex},
	VPMovQW:         {name: "vpmovqw", shape: formMR, types: "qv", prefix: pF3, opmap: m0F38, opcode: 0x34, flags: evex},
	VPMovQD:         {name: "vpmovqd", shape: formMR, types: "hv", prefix: pF3, opmap: m0F38, opcode: 0x35, flags: evex},
	VPMovM2B:        {name: "vpmovm2b", shape: formRM, types: "vk", prefix: pF3, opmap: m0F38, opcode: 0x28, flags: evex},
	VPMovB2M:        {name: "vpmovb2m", shape: formRM, types: "kv", prefix: pF3, opmap: m0F38, opcode: 0x29, flags: evex},
	VPMovM2W:        {name: "vpmovm2w", shape: formRM, types: "vk", prefix: pF3, opmap: m0F38, opcode: 0x28, flags: evex | ew1},
	VPMovW2M:        {name: "vpmovw2m", shape: formRM, types: "kv", prefix: pF3, opmap: m0F38, opcode: 0x29, flags: evex | ew1},
	VPMovM2D:        {name: "vpmovm2d", shape: formRM, types: "vk", prefix: pF3, opmap: m0F38, opcode: 0x38, flags: evex},
	VPMovD2M:        {name: "vpmovd2m", shape: formRM, types: "kv", prefix: pF3, opmap: m0F38, opcode: 0x39, flags: evex},
	VPMovM2Q:        {name: "vpmovm2q", shape: formRM, types: "vk", prefix: pF3, opmap: m0F38, opcode: 0x38, flags: evex | ew1},
	VPMovQ2M:        {name: "vpmovq2m", shape: formRM, types: "kv", prefix: pF3, opmap: m0F38, opcode: 0x39, flags: evex | ew1},
	VPackSSDW:       {name: "vpackssdw", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x6b, flags: vex | evex, splat: 4},
	VPackSSWB:       {name: "vpacksswb", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x63, flags: vex | evex},
	VPShufB:         {name: "vpshufb", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x00, flags: vex | evex},
	VPermQ:          {name: "vpermq", shape: formRM, types: "vv", prefix: p66, opmap: m0F3A, opcode: 0x00, flags: vex | evex | w1 | imm, splat: 8},
	VPermD:          {name: "vpermd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x36, flags: vex | evex, splat: 4},
	VPermT2D:        {name: "vpermt2d", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x7e, flags: evex, splat: 4},
	VPermT2Q:        {name: "vpermt2q", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x7e, flags: evex | ew1, splat: 8},
	VPShufD:         {name: "vpshufd", shape: formRM, types: "vv", prefix: p66, opmap: m0F, opcode: 0x70, flags: vex | evex | imm, splat: 4},
	VExtractI128:    {name: "vextracti128", shape: formMR, types: "xv", prefix: p66, opmap: m0F3A, opcode: 0x39, flags: vex | imm},
	VInsertI128:     {name: "vinserti128", shape: formRVM, types: "vvx", prefix: p66, opmap: m0F3A, opcode: 0x38, flags: vex | imm},
	VExtractI32x4:   {name: "vextracti32x4", shape: formMR, types: "xv", prefix: p66, opmap: m0F3A, opcode: 0x39, flags: evex | imm},
	VExtractI64x4:   {name: "vextracti64x4", shape: formMR, types: "yv", prefix: p66, opmap: m0F3A, opcode: 0x3b, flags: evex | ew1 | imm},
	VInsertI32x4:    {name: "vinserti32x4", shape: formRVM, types: "vvx", prefix: p66, opmap: m0F3A, opcode: 0x38, flags: evex | imm},
	VCvtDQ2PS:       {name: "vcvtdq2ps", shape: formRM, types: "vv", prefix: p0, opmap: m0F, opcode: 0x5b, flags: vex | evex, splat: 4},
	VCvtTPS2DQ:      {name: "vcvttps2dq", shape: formRM, types: "vv", prefix: pF3, opmap: m0F, opcode: 0x5b, flags: vex | evex, splat: 4},
	VCvtDQ2PD:       {name: "vcvtdq2pd", shape: formRM, types: "vh", prefix: pF3, opmap: m0F, opcode: 0xe6, flags: vex | evex, splat: 4},
	VCvtTPD2DQ:      {name: "vcvttpd2dq", shape: formRM, types: "hv", prefix: p66, opmap: m0F, opcode: 0xe6, flags: vex | evex | ew1, splat: 8},
	VCvtPS2PD:       {name: "vcvtps2pd", shape: formRM, types: "vh", prefix: p0, opmap: m0F, opcode: 0x5a, flags: vex | evex, splat: 4},
	VCvtPD2PS:       {name: "vcvtpd2ps", shape: formRM, types: "hv", prefix: p66, opmap: m0F, opcode: 0x5a, flags: vex | evex | ew1, splat: 8},
	VCvtQQ2PD:       {name: "vcvtqq2pd", shape: formRM, types: "vv", prefix: pF3, opmap: m0F, opcode: 0xe6, flags: evex | ew1, splat: 8},
	VCvtQQ2PS:       {name: "vcvtqq2ps", shape: formRM, types: "hv", prefix: p0, opmap: m0F, opcode: 0x5b, flags: evex | ew1, splat: 8},
	VCvtTPD2QQ:      {name: "vcvttpd2qq", shape: formRM, types: "vv", prefix: p66, opmap: m0F, opcode: 0x7a, flags: evex | ew1, splat: 8},
	VCvtTPS2QQ:      {name: "vcvttps2qq", shape: formRM, types: "vh", prefix: p66, opmap: m0F, opcode: 0x7a, flags: evex, splat: 4},
	VCvtUDQ2PS:      {name: "vcvtudq2ps", shape: formRM, types: "vv", prefix: pF2, opmap: m0F, opcode: 0x7a, flags: evex, splat: 4},
	VCvtUDQ2PD:      {name: "vcvtudq2pd", shape: formRM, types: "vh", prefix: pF3, opmap: m0F, opcode: 0x7a, flags: evex, splat: 4},
	VCvtUQQ2PD:      {name: "vcvtuqq2pd", shape: formRM, types: "vv", prefix: pF3, opmap: m0F, opcode: 0x7a, flags: evex | ew1, splat: 8},
	VCvtUQQ2PS:      {name: "vcvtuqq2ps", shape: formRM, types: "hv", prefix: pF2, opmap: m0F, opcode: 0x7a, flags: evex | ew1, splat: 8},
	VCvtTPS2UDQ:     {name: "vcvttps2udq", shape: formRM, types: "vv", prefix: p0, opmap: m0F, opcode: 0x78, flags: evex, splat: 4},
	VCvtTPD2UDQ:     {name: "vcvttpd2udq", shape: formRM, types: "hv", prefix: p0, opmap: m0F, opcode: 0x78, flags: evex | ew1, splat: 8},
	VCvtTPS2UQQ:     {name: "vcvttps2uqq", shape: formRM, types: "vh", prefix: p66, opmap: m0F, opcode: 0x78, flags: evex, splat: 4},
	VCvtTPD2UQQ:     {name: "vcvttpd2uqq", shape: formRM, types: "vv", prefix: p66, opmap: m0F, opcode: 0x78, flags: evex | ew1, splat: 8},
	VCvtPH2PS:       {name: "vcvtph2ps", shape: formRM, types: "vh", prefix: p66, opmap: m0F38, opcode: 0x13, flags: vex | evex},
	VCvtPS2PH:       {name: "vcvtps2ph", shape: formMR, types: "hv", prefix: p66, opmap: m0F3A, opcode: 0x1d, flags: vex | evex | imm},
	VCvtSI2SS:       {name: "vcvtsi2ss", shape: formRVM, types: "xxi", prefix: pF3, opmap: m0F, opcode: 0x2a, flags: vex | evex},
	VCvtSI2SSQ:      {name: "vcvtsi2ss", shape: formRVM, types: "xxI", prefix: pF3, opmap: m0F, opcode: 0x2a, flags: vex | evex | w1},
	VCvtSI2SD:       {name: "vcvtsi2sd", shape: formRVM, types: "xxi", prefix: pF2, opmap: m0F, opcode: 0x2a, flags: vex | evex},
	VCvtSI2SDQ:      {name: "vcvtsi2sd", shape: formRVM, types: "xxI", prefix: pF2, opmap: m0F, opcode: 0x2a, flags: vex | evex | w1},
	VCvtTSS2SI:      {name: "vcvttss2si", shape: formRM, types: "i4", prefix: pF3, opmap: m0F, opcode: 0x2c, flags: vex | evex},
	VCvtTSS2SIQ:     {name: "vcvttss2si", shape: formRM, types: "I4", prefix: pF3, opmap: m0F, opcode: 0x2c, flags: vex | evex | w1},
	VCvtTSD2SI:      {name: "vcvttsd2si", shape: formRM, types: "i8", prefix: pF2, opmap: m0F, opcode: 0x2c, flags: vex | evex},
	VCvtTSD2SIQ:     {name: "vcvttsd2si", shape: formRM, types: "I8", prefix: pF2, opmap: m0F, opcode: 0x2c, flags: vex | evex | w1},
	VCvtSS2SD:       {name: "vcvtss2sd", shape: formRVM, types: "xx4", prefix: pF3, opmap: m0F, opcode: 0x5a, flags: vex | evex},
	VCvtSD2SS:       {name: "vcvtsd2ss", shape: formRVM, types: "xx8", prefix: pF2, opmap: m0F, opcode: 0x5a, flags: vex | evex | ew1},
	VCvtUSI2SSQ:     {name: "vcvtusi2ss", shape: formRVM, types: "xxI", prefix: pF3, opmap: m0F, opcode: 0x7b, flags: evex | ew1},
	VCvtUSI2SDQ:     {name: "vcvtusi2sd", shape: formRVM, types: "xxI", prefix: pF2, opmap: m0F, opcode: 0x7b, flags: evex | ew1},
	VCvtTSS2USIQ:    {name: "vcvttss2usi", shape: formRM, types: "I4", prefix: pF3, opmap: m0F, opcode: 0x78, flags: evex | ew1},
	VCvtTSD2USIQ:    {name: "vcvttsd2usi", shape: formRM, types: "I8", prefix: pF2, opmap: m0F, opcode: 0x78, flags: evex | ew1},
	BZHi:            {name: "bzhi", shape: formRMV, types: "ggg", prefix: p0, opmap: m0F38, opcode: 0xf5, flags: vex},
	VShufPS:         {name: "vshufps", shape: formRVM, types: "vvv", prefix: p0, opmap: m0F, opcode: 0xc6, flags: vex | evex | imm, splat: 4},
	VShufF64x2:      {name: "vshuff64x2", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F3A, opcode: 0x23, flags: evex | ew1 | imm, splat: 8},
	VPerm2F128:      {name: "vperm2f128", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F3A, opcode: 0x06, flags: vex | imm},
	VUnpckLPS:       {name: "vunpcklps", shape: formRVM, types: "vvv", prefix: p0, opmap: m0F, opcode: 0x14, flags: vex | evex, splat: 4},
	VUnpckHPS:       {name: "vunpckhps", shape: formRVM, types: "vvv", prefix: p0, opmap: m0F, opcode: 0x15, flags: vex | evex, splat: 4},
	VUnpckLPD:       {name: "vunpcklpd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x14, flags: vex | evex | ew1, splat: 8},
	VUnpckHPD:       {name: "vunpckhpd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x15, flags: vex | evex | ew1, splat: 8},
	VScaleFPS:       {name: "vscalefps", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x2c, flags: evex, splat: 4},
	VRangePS:        {name: "vrangeps", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F3A, opcode: 0x50, flags: evex | imm, splat: 4},
	VRangePD:        {name: "vrangepd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F3A, opcode: 0x50, flags: evex | ew1 | imm, splat: 8},
	VPackUSDW:       {name: "vpackusdw", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x2b, flags: vex | evex, splat: 4},
	VPackUSWB:       {name: "vpackuswb", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F, opcode: 0x67, flags: vex | evex},
	VBlendVPS:       {name: "vblendvps", shape: formRVMR, types: "vvvv", prefix: p66, opmap: m0F3A, opcode: 0x4a, flags: vex},
	VBlendVPD:       {name: "vblendvpd", shape: formRVMR, types: "vvvv", prefix: p66, opmap: m0F3A, opcode: 0x4b, flags: vex},
	VPBlendVB:       {name: "vpblendvb", shape: formRVMR, types: "vvvv", prefix: p66, opmap: m0F3A, opcode: 0x4c, flags: vex},
	VPBlendMB:       {name: "vpblendmb", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x66, flags: evex},
	VPBlendMW:       {name: "vpblendmw", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x66, flags: evex | ew1},
	VPBlendMD:       {name: "vpblendmd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x64, flags: evex, splat: 4},
	VPBlendMQ:       {name: "vpblendmq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x64, flags: evex | ew1, splat: 8},
	VPMaskMovD:      {name: "vpmaskmovd", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x8c, flags: vex},
	VPMaskMovQ:      {name: "vpmaskmovq", shape: formRVM, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x8c, flags: vex | w1},
	VPMaskMovDStore: {name: "vpmaskmovd", shape: formMVR, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x8e, flags: vex},
	VPMaskMovQStore: {name: "vpmaskmovq", shape: formMVR, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x8e, flags: vex | w1},
	VMovMskPS:       {name: "vmovmskps", shape: formRM, types: "iv", prefix: p0, opmap: m0F, opcode: 0x50, flags: vex},
	VPGatherQQ:      {name: "vpgatherqq", shape: formGather, types: "vv", prefix: p66, opmap: m0F38, opcode: 0x91, flags: evex | ew1},
	VPGatherQD:      {name: "vpgatherqd", shape: formGather, types: "hv", prefix: p66, opmap: m0F38, opcode: 0x91, flags: evex},
	VPGatherQQV:     {name: "vpgatherqq", shape: formRMV, types: "vvv", prefix: p66, opmap: m0F38, opcode: 0x91, flags: vex | w1},
	VPGatherQDV:     {name: "vpgatherqd", shape: formRMV, types: "hvh", prefix: p66, opmap: m0F38, opcode: 0x91, flags: vex},
	KMovB:           {name: "kmovb", shape: formRM, types: "k1", prefix: p66, opmap: m0F, opcode: 0x90, flags: vex},
	KMovBStore:      {name: "kmovb", shape: formMR, types: "1k", prefix: p66, opmap: m0F, opcode: 0x91, flags: vex},
	KMovW:           {name: "kmovw", shape: formRM, types: "k2", prefix: p0, opmap: m0F, opcode: 0x90, flags: vex},
	KMovWStore:      {name: "kmovw", shape: formMR, types: "2k", prefix: p0, opmap: m0F, opcode: 0x91, flags: vex},
	KMovD:           {name: "kmovd", shape: formRM, types: "k4", prefix: p66, opmap: m0F, opcode: 0x90, flags: vex | w1},
	KMovDStore:      {name: "kmovd", shape: formMR, types: "4k", prefix: p66, opmap: m0F, opcode: 0x91, flags: vex | w1},
	KMovQ:           {name: "kmovq", shape: formRM, types: "k8", prefix: p0, opmap: m0F, opcode: 0x90, flags: vex | w1},
	KMovQStore:      {name: "kmovq", shape: formMR, types: "8k", prefix: p0, opmap: m0F, opcode: 0x91, flags: vex | w1},
	KMovDFrom:       {name: "kmovd", shape: formRM, types: "ki", prefix: pF2, opmap: m0F, opcode: 0x92, flags: vex},
	KMovQFrom:       {name: "kmovq", shape: formRM, types: "kI", prefix: pF2, opmap: m0F, opcode: 0x92, flags: vex | w1},
	KMovDTo:         {name: "kmovd", shape: formRM, types: "ik", prefix: pF2, opmap: m0F, opcode: 0x93, flags: vex},
	KMovQTo:         {name: "kmovq", shape: formRM, types: "Ik", prefix: pF2, opmap: m0F, opcode: 0x93, flags: vex | w1},
	KAndQ:           {name: "kandq", shape: formRVM, types: "kkk", prefix: p0, opmap: m0F, opcode: 0x41, flags: vex | w1 | l1},
	KAndNQ:          {name: "kandnq", shape: formRVM, types: "kkk", prefix: p0, opmap: m0F, opcode: 0x42, flags: vex | w1 | l1},
	KOrQ:            {name: "korq", shape: formRVM, types: "kkk", prefix: p0, opmap: m0F, opcode: 0x45, flags: vex | w1 | l1},
	KXNorQ:          {name: "kxnorq", shape: formRVM, types: "kkk", prefix: p0, opmap: m0F, opcode: 0x46, flags: vex | w1 | l1},
	KXorQ:           {name: "kxorq", shape: formRVM, types: "kkk", prefix: p0, opmap: m0F, opcode: 0x47, flags: vex | w1 | l1},
	KNotQ:           {name: "knotq", shape: formRM, types: "kk", prefix: p0, opmap: m0F, opcode: 0x44, flags: vex | w1},
	KShiftRQ:        {name: "kshiftrq", shape: formRM, types: "kk", prefix: p66, opmap: m0F3A, opcode: 0x31, flags: vex | w1 | imm},
	ShLX:            {name: "shlx", shape: formRMV, types: "ggg", prefix: p66, opmap: m0F38, opcode: 0xf7, flags: vex},
	ShRX:            {name: "shrx", shape: formRMV, types: "ggg", prefix: pF2, opmap: m0F38, opcode: 0xf7, flags: vex},
	SarX:            {name: "sarx", shape: formRMV, types: "ggg", prefix: pF3, opmap: m0F38, opcode: 0xf7, flags: vex},
	TileConfig:      {name: "ldtilecfg", shape: formMR, types: "a", prefix: p0, opmap: m0F38, opcode: 0x49, flags: vex},
	TileZero:        {name: "tilezero", shape: formRM, types: "t", prefix: pF2, opmap: m0F38, opcode: 0x49, flags: vex},
	TileLoad:        {name: "tileloadd", shape: formRM, types: "ta", prefix: pF2, opmap: m0F38, opcode: 0x4b, flags: vex},
	TileStore:       {name: "tilestored", shape: formMR, types: "at", prefix: pF3, opmap: m0F38, opcode: 0x4b, flags: vex},
	TDPBUSD:         {name: "tdpbusd", shape: formRMV, types: "ttt", prefix: p66, opmap: m0F38, opcode: 0x5e, flags: vex},
	TDPBSSD:         {name: "tdpbssd", shape: formRMV, types: "ttt", prefix: pF2, opmap: m0F38, opcode: 0x5e, flags: vex},
	TDPBUUD:         {name: "tdpbuud", shape: formRMV, types: "ttt", prefix: p0, opmap: m0F38, opcode: 0x5e, flags: vex},
	TDPBSUD:         {name: "tdpbsud", shape: formRMV, types: "ttt", prefix: pF3, opmap: m0F38, opcode: 0x5e, flags: vex},
}
