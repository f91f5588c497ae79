// Package chlo is StableHLO's dialect for client frameworks: functions that StableHLO lacks, and
// elementwise operations that broadcast.
package chlo

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Dialect describes the dialect to a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "chlo",
		Doc:  "Functions beyond StableHLO, and operations that broadcast.",
		Ops: func() []ir.OpDecl {
			return slices.Concat(unaryOps(), broadcastOps(), []ir.OpDecl{
				ir.Decl[NextAfter](), ir.Decl[Polygamma](), ir.Decl[Zeta](), ir.Decl[Mulhi](),
				ir.Decl[Constant](), ir.Decl[ConstantLike](), ir.Decl[BroadcastCompare](), ir.Decl[BroadcastSelect](), ir.Decl[TopK](),
				ir.Decl[RaggedDot](), ir.Decl[Scan](),
			})
		},
		Syntax: syntax{},
	}
}

func anyOf(text string, accept func(ir.Type) bool) ir.Constraint {
	return ir.Constraint{
		Text: "tensor of " + text + " values",
		Accept: func(t ir.Type) bool {
			switch t.Data().(type) {
			case *ir.TensorType, *ir.UnrankedTensorType:
				return accept(t.Elem())
			}
			return false
		},
	}
}

func anyTensor() ir.Constraint {
	return anyOf("4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized", stablehlo.IsElem)
}
func floatTensor() ir.Constraint { return anyOf("4/6/8/16/32/64-bit float", stablehlo.IsFloatElem) }
func floatOrComplex() ir.Constraint {
	return anyOf("4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements", func(t ir.Type) bool { return stablehlo.IsFloatElem(t) || stablehlo.IsComplexElem(t) })
}
func complexTensor() ir.Constraint {
	return anyOf("complex type with 32/64-bit float elements", stablehlo.IsComplexElem)
}
func predTensor() ir.Constraint {
	return anyOf("bool", func(t ir.Type) bool { return t.IsInt(1) })
}

// rankedInt accepts ranked tensors of signless or unsigned integers with 2 to 64 bits.
func rankedInt() ir.Constraint {
	return ir.Constraint{
		Text: "ranked tensor of 2/4/8/16/32/64-bit integer values",
		Accept: func(t ir.Type) bool {
			d, ok := ir.TypeAs[*ir.TensorType](t)
			if !ok {
				return false
			}
			n, ok := ir.TypeAs[*ir.IntType](d.Elem)
			return ok && n.Sign != ir.Signed && slices.Contains([]int{2, 4, 8, 16, 32, 64}, n.Bits)
		},
	}
}

func dimsAttr(name string) ir.AttrField {
	return ir.AttrField{Name: name, Optional: true, Type: ir.AttrConstraint{
		Text: "i64 dense array attribute", Form: ir.FormDenseArray, Type: ir.I64(), Accept: ir.IsAttr[*ir.DenseArrayAttr],
	}}
}

// Enum is a value of one of the dialect's enumerations.
//
//	#chlo<comparison_direction GE>
type Enum struct{ Mnemonic, Word string }

// Print implements ir.AttrData.
func (e *Enum) Print(w *ir.Writer) { w.Str("#chlo<" + e.Mnemonic + " " + e.Word + ">") }

func enumAttr(name, mnemonic string) ir.AttrField {
	return ir.AttrField{Name: name, Type: ir.AttrConstraint{
		Text: mnemonic, Form: ir.FormStripped, Mnemonic: "chlo." + mnemonic, Accept: ir.IsAttr[*Enum],
	}}
}

type syntax struct{}

// ParseAttr implements asm.AttrSyntax.
func (syntax) ParseAttr(p *asm.Parser, mnemonic string) (ir.Attr, error) {
	if mnemonic == "ragged_dot" {
		return parseRaggedDims(p)
	}
	var e asm.Enum
	switch mnemonic {
	case "comparison_direction":
		e = asm.Enum{Class: "chlo::ComparisonDirection", Attr: "CHLO_ComparisonDirectionAttr", Words: []string{"EQ", "NE", "GE", "GT", "LE", "LT"}}
	case "comparison_type":
		e = asm.Enum{Class: "chlo::ComparisonType", Attr: "CHLO_ComparisonTypeAttr", Words: []string{"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"}}
	case "precision":
		e = asm.Enum{Class: "chlo::Precision", Attr: "CHLO_PrecisionAttr", Words: []string{"DEFAULT", "HIGH", "HIGHEST"}}
	default:
		return ir.Attr{}, p.UnknownAttr("chlo", mnemonic, "comparison_direction", "comparison_type", "precision", "ragged_dot")
	}
	i, err := p.EnumWord(e)
	if err != nil {
		return ir.Attr{}, err
	}
	return ir.NewAttr(&Enum{mnemonic, e.Words[i]}), nil
}
