package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// TokenType is the type of tokens, which order operations with side effects.
//
//	!stablehlo.token
type TokenType struct{}

// Print implements ir.TypeData.
func (*TokenType) Print(w *ir.Writer) { w.Str("!stablehlo.token") }

// Token returns !stablehlo.token.
func Token() ir.Type { return ir.NewType(&TokenType{}) }

// FutureType is the type of the pending results of an asynchronous operation.
//
//	!stablehlo.future<tensor<2xf32>>
type FutureType struct{ Types []ir.Type }

// Print implements ir.TypeData.
func (t *FutureType) Print(w *ir.Writer) {
	w.Str("!stablehlo.future<")
	w.Types(t.Types)
	w.Str(">")
}

// syntax reads the dialect's types, attributes and custom directives.
type syntax struct{}

// ParseType implements asm.TypeSyntax.
func (syntax) ParseType(p *asm.Parser, mnemonic string) (ir.Type, error) {
	switch mnemonic {
	case "token":
		return Token(), nil
	case "future":
		var ts []ir.Type
		err := p.List(asm.Less, asm.Greater, func() error {
			off := p.Offset()
			t, err := p.Type()
			if err == nil && !ir.IsType[*ir.TensorType](t) {
				err = p.ErrorAt(off, "future element type must be a ranked tensor, but got '%s'", t)
			}
			ts = append(ts, t)
			return err
		})
		if err != nil {
			return ir.Type{}, err
		}
		return ir.NewType(&FutureType{ts}), nil
	}
	return ir.Type{}, p.MnemonicErrorf("unknown stablehlo type: %s", mnemonic).
		DidYouMean("!stablehlo.", mnemonic, slices.Values([]string{"token", "future"}))
}
