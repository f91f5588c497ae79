package house

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// globalRule reports package variables that are set outside of their declarations.
func globalRule() *analysis.Analyzer {
	return &analysis.Analyzer{Name: "noglobals", Doc: "no package variables that change", Run: func(pass *analysis.Pass) (any, error) {
		nodes(pass, func(n ast.Node) {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					for _, e := range n.Lhs {
						reportGlobal(pass, e, "is assigned to")
					}
				}
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					reportGlobal(pass, n.Key, "is assigned to")
					reportGlobal(pass, n.Value, "is assigned to")
				}
			case *ast.IncDecStmt:
				reportGlobal(pass, n.X, "is changed")
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					reportGlobal(pass, n.X, "has its address taken")
				}
			case *ast.CallExpr:
				reportMethod(pass, n)
			}
		})
		return nil, nil
	}}
}

// reportGlobal reports e if it is a package variable, or a part of one.
func reportGlobal(pass *analysis.Pass, e ast.Expr, how string) {
	v := globalOf(pass, e)
	if v != nil && !unobservable(v.Type()) {
		pass.Reportf(e.Pos(), "package variable %s %s: it may be set only where it is declared", v.Name(), how)
	}
}

// reportMethod reports calls that can change a package variable: calls of methods that can change
// their receiver, and of the built-in functions delete, clear and copy.
func reportMethod(pass *analysis.Pass, call *ast.CallExpr) {
	if name, ok := call.Fun.(*ast.Ident); ok && len(call.Args) > 0 && (name.Name == "delete" || name.Name == "clear" || name.Name == "copy") {
		reportGlobal(pass, call.Args[0], "is changed")
		return
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	s := pass.TypesInfo.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal {
		return
	}
	if _, pointer := s.Obj().Type().(*types.Signature).Recv().Type().(*types.Pointer); !pointer {
		return
	}
	// A method called on a pointer variable does not change the variable itself.
	if _, pointer := s.Recv().Underlying().(*types.Pointer); !pointer {
		reportGlobal(pass, sel.X, "is used with the method "+s.Obj().Name()+", which can change it")
	}
}

// globalOf returns the package variable that e denotes or is a part of, or nil.
func globalOf(pass *analysis.Pass, e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			if pass.TypesInfo.Selections[x] == nil {
				e = x.Sel // a variable of another package
				continue
			}
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.Ident:
			v, ok := pass.TypesInfo.Uses[x].(*types.Var)
			if ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
				return v
			}
			return nil
		default:
			return nil
		}
	}
}

// unobservable reports whether changes of a variable of type t cannot be observed. A lookup in the
// interner does not depend on earlier lookups.
func unobservable(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil { // the type error has no package
		return false
	}
	o := n.Origin().Obj()
	switch o.Pkg().Path() + "." + o.Name() {
	case module + "ir.interner", "sync.Pool":
		return true
	}
	return false
}
