package house

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// initRule reports init functions. Programs must list in main what an init function would register.
func initRule() *analysis.Analyzer {
	return &analysis.Analyzer{Name: "noinit", Doc: "no functions called init", Run: func(pass *analysis.Pass) (any, error) {
		files(pass, func(file *ast.File) {
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
					pass.Reportf(f.Name.Pos(), "init runs implicitly: list in main what it registers")
				}
			}
		})
		return nil, nil
	}}
}

// importRule reports blank imports, because they run the init functions of another package.
func importRule() *analysis.Analyzer {
	return &analysis.Analyzer{Name: "noblankimport", Doc: "no blank imports", Run: func(pass *analysis.Pass) (any, error) {
		files(pass, func(file *ast.File) {
			for _, i := range file.Imports {
				if i.Name != nil && i.Name.Name == "_" && i.Path.Value != `"embed"` {
					pass.Reportf(i.Pos(), "blank import of %s: list in main what it registers", i.Path.Value)
				}
			}
		})
		return nil, nil
	}}
}

// panicRule reports panics whose text does not contain BUG, since every panic is a bug in Lathe. It
// accepts panics with a variable, such as a recovered value.
func panicRule() *analysis.Analyzer {
	return &analysis.Analyzer{Name: "panicbug", Doc: "panics say BUG", Run: func(pass *analysis.Pass) (any, error) {
		nodes(pass, func(n ast.Node) {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return
			}
			name, ok := call.Fun.(*ast.Ident)
			if !ok || name.Name != "panic" || pass.TypesInfo.Uses[name] == nil || pass.TypesInfo.Uses[name].Pkg() != nil {
				return
			}
			if _, again := call.Args[0].(*ast.Ident); !again && !mentionsBug(call.Args[0]) {
				pass.Reportf(call.Pos(), "a panic is a bug of ours and must say BUG; a user's mistake is an error")
			}
		})
		return nil, nil
	}}
}

func mentionsBug(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok {
			found = found || strings.Contains(l.Value, "BUG")
		}
		return !found
	})
	return found
}

// goroutineRule reports goroutines outside the pass manager, the backends, commands, lit and tests.
// It also accepts dialects/lapack: its routines cannot be interrupted, so a goroutine runs them,
// and the caller can stop waiting.
func goroutineRule() *analysis.Analyzer {
	return &analysis.Analyzer{Name: "goroutines", Doc: "goroutines in the pass manager, backends, commands and lit only", Run: func(pass *analysis.Pass) (any, error) {
		path := packagePath(pass)
		if path == "passes" || path == "dialects/lapack" || inside(path, "backends", "cmd", "lit") {
			return nil, nil
		}
		nodes(pass, func(n ast.Node) {
			if g, ok := n.(*ast.GoStmt); ok {
				pass.Reportf(g.Pos(), "start goroutines only in the pass manager, in backends, in commands and in lit")
			}
		})
		return nil, nil
	}}
}
