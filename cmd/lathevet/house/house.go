// Package house has, for each rule of this repository, an analyzer that go vet can run. The rules
// apply to non-test code.
package house

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Analyzers returns the analyzers of all rules.
func Analyzers() []*analysis.Analyzer {
	return []*analysis.Analyzer{initRule(), importRule(), globalRule(), operandRule(), panicRule(), goroutineRule()}
}

const module = "github.com/lathe-ir/lathe/"

// packagePath returns the path of the package in the repository, such as "passes/cse". The test
// variant of a package has the same path.
func packagePath(pass *analysis.Pass) string {
	path, _, _ := strings.Cut(pass.Pkg.Path(), " ")
	return strings.TrimPrefix(path, module)
}

func inside(path string, trees ...string) bool {
	for _, t := range trees {
		if path == t || strings.HasPrefix(path, t+"/") {
			return true
		}
	}
	return false
}

// files calls f for each file of a package, except tests and generated files.
func files(pass *analysis.Pass, f func(*ast.File)) {
	for _, file := range pass.Files {
		if name := pass.Fset.File(file.FileStart).Name(); !strings.HasSuffix(name, "_test.go") && !ast.IsGenerated(file) {
			f(file)
		}
	}
}

// nodes calls f for each node in the files of a package, except tests and generated files.
func nodes(pass *analysis.Pass, f func(ast.Node)) {
	files(pass, func(file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			if n != nil {
				f(n)
			}
			return true
		})
	})
}
