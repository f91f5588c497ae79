package compile

import (
	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/pages"
)

// ParseFile reads a module of MLIR text from a file. The module's registry has all dialects of
// Lathe and the given dialects. Errors in the text are diagnostics with a location; diag.All lists
// them.
func ParseFile(path string, more ...*ir.Dialect) (ir.Module, error) {
	text, err := pages.ReadFile(path, ir.MaxSource+1) // one byte more than the parser accepts
	if err != nil {
		return ir.Module{}, err
	}
	return Parse(path, text, more...)
}

// Parse is like ParseFile, but parses text. Diagnostics use name as the file name. The module, its
// clones, the programs compiled from them, and all errors refer to text. Therefore, text must not
// change while any of them is in use.
func Parse(name string, text []byte, more ...*ir.Dialect) (ir.Module, error) {
	reg, err := ir.DeferredRegistry(append(dialects.All(), more...)...)
	if err != nil {
		return ir.Module{}, err
	}
	for _, d := range more {
		if err := asm.CheckDialect(d); err != nil {
			return ir.Module{}, err
		}
	}
	op, err := asm.Parse(reg, diag.NewSource(name, text), asm.Options{})
	if err != nil {
		return ir.Module{}, err
	}
	m, ok := ir.As[ir.Module](op)
	if !ok {
		return m, ir.Errorf(op, "is not a module")
	}
	return m, nil
}
