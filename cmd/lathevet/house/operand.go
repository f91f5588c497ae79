package house

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// operandRule reports accesses to operands and attributes by constant indices, outside of ir,
// dialects and examples.
func operandRule() *analysis.Analyzer {
	return &analysis.Analyzer{Name: "operandnumber", Doc: "no operands or attributes by constant index outside of ir, dialects and examples", Run: func(pass *analysis.Pass) (any, error) {
		if inside(packagePath(pass), "dialects", "ir", "examples") {
			return nil, nil
		}
		nodes(pass, func(n ast.Node) {
			if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 1 {
				checkNumber(pass, call)
			}
		})
		return nil, nil
	}}
}

// checkNumber reports calls of OperandAt and AttrAt with a constant, such as OperandAt(2).
func checkNumber(pass *analysis.Pass, call *ast.CallExpr) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "OperandAt" && sel.Sel.Name != "AttrAt" || pass.TypesInfo.Types[call.Args[0]].Value == nil {
		return
	}
	s := pass.TypesInfo.Selections[sel]
	if s == nil || s.Obj().Pkg() == nil || s.Obj().Pkg().Path() != module+"ir" {
		return
	}
	if of, ok := sel.X.(*ast.SelectorExpr); ok && of.Sel.Name == "Op" {
		pass.Reportf(call.Pos(), "%s with a constant index on a view of type %s: use an accessor of the view", sel.Sel.Name,
			types.TypeString(pass.TypesInfo.TypeOf(of.X), types.RelativeTo(pass.Pkg)))
		return
	}
	pass.Reportf(call.Pos(), "%s with a constant index on an operation: use a view, which has accessors for operands and attributes", sel.Sel.Name)
}
