package linalg

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Iterator says how the points along a dimension combine.
type Iterator uint8

// The iterators.
const (
	Parallel Iterator = iota
	Reduction
	Window
)

// String returns MLIR's word.
func (it Iterator) String() string { return enumWords("iterator_type")[it] }

// EnumAttr is one of the words of an enumeration of the dialect.
//
//	#linalg.iterator_type<parallel>, #linalg.type_fn<cast_signed>
type EnumAttr struct {
	Name  string // "iterator_type"
	Value int
}

// Print implements ir.AttrData.
func (d *EnumAttr) Print(w *ir.Writer) {
	w.Str("#linalg." + d.Name + "<" + enumWords(d.Name)[d.Value] + ">")
}

func enumWords(name string) []string {
	unary := []string{"exp", "log", "abs", "ceil", "floor", "negf", "reciprocal", "round", "sqrt", "rsqrt", "square", "tanh", "erf"}
	binary := []string{"add", "sub", "mul", "div", "div_unsigned", "max_signed", "min_signed", "max_unsigned", "min_unsigned", "powf"}
	switch name {
	case "iterator_type":
		return []string{"parallel", "reduction", "window"}
	case "type_fn":
		return []string{"cast_signed", "cast_unsigned"}
	case "unary_fn":
		return unary
	case "binary_fn":
		return binary
	case "ternary_fn":
		return []string{"select"}
	case "elementwise_kind":
		return append(slices.Concat(unary, binary), "select")
	}
	return nil
}

func enumClass(name string) string {
	return map[string]string{
		"type_fn": "TypeFn", "unary_fn": "UnaryFn", "binary_fn": "BinaryFn", "ternary_fn": "TernaryFn",
		"elementwise_kind": "ElementwiseKind", "iterator_type": "IteratorType",
	}[name]
}

// NewEnum returns a word of an enumeration as an attribute; the word must be one
// of its words.
func NewEnum(name, word string) ir.Attr {
	return ir.NewAttr(&EnumAttr{name, slices.Index(enumWords(name), word)})
}

// NewIterators returns iterators as an array attribute.
func NewIterators(its ...Iterator) ir.Attr {
	as := make([]ir.Attr, len(its))
	for i, it := range its {
		as[i] = ir.NewAttr(&EnumAttr{"iterator_type", int(it)})
	}
	return ir.NewArray(as...)
}

func isEnum(name string) func(ir.Attr) bool {
	return func(a ir.Attr) bool {
		d, ok := ir.AttrAs[*EnumAttr](a)
		return ok && d.Name == name
	}
}

// wordOf returns the word of an enumeration attribute, or "".
func wordOf(a ir.Attr) string {
	if d, ok := ir.AttrAs[*EnumAttr](a); ok {
		return enumWords(d.Name)[d.Value]
	}
	return ""
}

// syntax parses the dialect's attributes.
type syntax struct{}

// ParseAttr implements asm.AttrSyntax.
func (syntax) ParseAttr(p *asm.Parser, mnemonic string) (ir.Attr, error) {
	words := enumWords(mnemonic)
	if words == nil {
		return ir.Attr{}, p.Errorf("unknown attribute `%s` in dialect `linalg`", mnemonic)
	}
	if err := p.Expect(asm.Less); err != nil {
		return ir.Attr{}, err
	}
	off := p.Offset()
	word, err := p.Keyword()
	if err != nil {
		return ir.Attr{}, err
	}
	i := slices.Index(words, word)
	if i < 0 {
		return ir.Attr{}, p.ErrorAt(off, "expected ::mlir::linalg::%s to be one of: %s", enumClass(mnemonic), strings.Join(words, ", "))
	}
	return ir.NewAttr(&EnumAttr{mnemonic, i}), p.Expect(asm.Greater)
}
