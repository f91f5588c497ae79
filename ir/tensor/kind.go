package tensor

// Kind is the type of a tensor's elements.
type Kind uint8

// The kinds. Signless integers share the signed kinds: I8 is both i8 and si8.
const (
	Invalid Kind = iota
	I1
	I2
	I4
	I8
	I16
	I32
	I64
	U2
	U4
	U8
	U16
	U32
	U64
	Index
	F4E2M1FN
	F6E2M3FN
	F6E3M2FN
	F8E3M4
	F8E4M3
	F8E4M3FN
	F8E4M3FNUZ
	F8E4M3B11FNUZ
	F8E5M2
	F8E5M2FNUZ
	F8E8M0FNU
	BF16
	F16
	TF32
	F32
	F64
	F80
	F128
	C64
	C128

	kindCount
)

// kindInfo holds the properties of a kind. Float kinds have further properties in formats.
type kindInfo struct {
	name string
	bits int // logical width
	size int // bytes in Tensor.Data
}

var kinds = [kindCount]kindInfo{
	Invalid: {"invalid", 0, 0},

	I1:    {"i1", 1, 1},
	I2:    {"i2", 2, 1},
	I4:    {"i4", 4, 1},
	I8:    {"i8", 8, 1},
	I16:   {"i16", 16, 2},
	I32:   {"i32", 32, 4},
	I64:   {"i64", 64, 8},
	U2:    {"ui2", 2, 1},
	U4:    {"ui4", 4, 1},
	U8:    {"ui8", 8, 1},
	U16:   {"ui16", 16, 2},
	U32:   {"ui32", 32, 4},
	U64:   {"ui64", 64, 8},
	Index: {"index", 64, 8},

	F4E2M1FN:      {"f4E2M1FN", 4, 1},
	F6E2M3FN:      {"f6E2M3FN", 6, 1},
	F6E3M2FN:      {"f6E3M2FN", 6, 1},
	F8E3M4:        {"f8E3M4", 8, 1},
	F8E4M3:        {"f8E4M3", 8, 1},
	F8E4M3FN:      {"f8E4M3FN", 8, 1},
	F8E4M3FNUZ:    {"f8E4M3FNUZ", 8, 1},
	F8E4M3B11FNUZ: {"f8E4M3B11FNUZ", 8, 1},
	F8E5M2:        {"f8E5M2", 8, 1},
	F8E5M2FNUZ:    {"f8E5M2FNUZ", 8, 1},
	F8E8M0FNU:     {"f8E8M0FNU", 8, 1},
	BF16:          {"bf16", 16, 2},
	F16:           {"f16", 16, 2},
	TF32:          {"tf32", 19, 4},
	F32:           {"f32", 32, 4},
	F64:           {"f64", 64, 8},
	F80:           {"f80", 80, 16},
	F128:          {"f128", 128, 16},

	C64:  {"complex<f32>", 64, 8},
	C128: {"complex<f64>", 128, 16},
}

// String returns the kind in MLIR's spelling: "i1", "ui8", "f8E4M3FN", "complex<f32>".
func (k Kind) String() string { return kinds[k.known()].name }

// known returns k, or Invalid if k is out of range.
func (k Kind) known() Kind {
	if k >= kindCount {
		return Invalid
	}
	return k
}

// Bits returns the kind's logical width: 80 for f80, 19 for tf32, 64 for complex<f32>.
func (k Kind) Bits() int { return kinds[k.known()].bits }

// Size returns the number of bytes of an element in Tensor.Data. Kinds of up to 8 bits take one
// byte; tf32 takes 4, in the layout of an f32; f80 takes 16, of which the low 10 are used.
func (k Kind) Size() int { return kinds[k.known()].size }

// IsInt reports whether k is an integer kind, including i1 and index.
func (k Kind) IsInt() bool { return I1 <= k && k <= Index }

// IsUnsigned reports whether k is an unsigned integer kind or i1.
func (k Kind) IsUnsigned() bool { return U2 <= k && k <= U64 || k == I1 }

// IsFloat reports whether k is a real floating-point kind.
func (k Kind) IsFloat() bool { return F4E2M1FN <= k && k <= F128 }

// IsComplex reports whether k is a complex kind.
func (k Kind) IsComplex() bool { return k == C64 || k == C128 }

// Part returns the kind of the real and imaginary parts of k, or k itself if k is not complex.
func (k Kind) Part() Kind {
	switch k {
	case C64:
		return F32
	case C128:
		return F64
	}
	return k
}

// ParseKind returns the kind with MLIR's name s. It also accepts names of signed integers such as
// si8, which have the same kind as i8. It returns false if no kind has this name.
func ParseKind(s string) (Kind, bool) {
	for k := I1; k < kindCount; k++ {
		if kinds[k].name == s || k.IsInt() && "s"+kinds[k].name == s && k != Index && !k.IsUnsigned() {
			return k, true
		}
	}
	return Invalid, false
}
