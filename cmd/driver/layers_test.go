package driver

import (
	"encoding/json"
	"io"
	"os/exec"
	"strings"
	"testing"
)

const modulePath = "github.com/lathe-ir/lathe/"

// layer is a row of the table: a set of packages and their level. A package imports only packages
// of its own and lower levels. If apart is true, a package imports packages of its row only if
// their folder is below or above its own.
type layer struct {
	level int
	match func(path string) bool
	apart bool
}

func is(paths ...string) func(string) bool {
	return func(p string) bool {
		for _, want := range paths {
			if p == want {
				return true
			}
		}
		return false
	}
}

func below(prefix string) func(string) bool {
	return func(p string) bool { return strings.HasPrefix(p, prefix+"/") }
}

// layers is the table of the design document. The first row that matches a package applies.
// layers[0] is a separate row because package tensor, in layers[1], imports its packages.
var layers = []layer{
	{0, is("ir/hostbytes", "ir/outfile"), true},
	{0, is("ir/diag", "ir/decision", "ir/affine", "ir/tensor", "ir/pages"), true},
	{1, is("ir"), false},
	{2, func(p string) bool { return strings.HasPrefix(p, "ir/") }, false},
	{3, is("dialects"), false},
	{3, below("dialects"), false},
	{4, is("passes"), false},
	{6, is("passes/placement/engine"), true},
	{4, is("passes/placement"), false},
	{4, below("passes/placement"), false},
	{5, below("passes/partition"), true},
	{5, below("passes"), true},
	{6, is("lowering"), false},
	{6, below("lowering"), false},
	{7, is("backends", "backends/property", "backends/device", "backends/request", "backends/host", "backends/kernel", "backends/sealed", "backends/cachedir", "backends/cache"), false},
	{8, is("backends/compile", "backends/compile/graphapi"), false},
	{7, below("backends/jit"), false},
	{7, below("backends"), true},
	{7, below("frontends"), false},
	{8, func(p string) bool {
		return strings.HasPrefix(p, "cmd/") || p == "lit" || strings.HasPrefix(p, "lit/")
	}, false},
}

func layerOf(p string) (int, bool) {
	for i, l := range layers {
		if l.match(p) {
			return i, true
		}
	}
	return 0, false
}

func TestLayers(t *testing.T) {
	out, err := exec.Command("go", "list", "-pgo=off", "-deps", "-json=ImportPath,Imports", modulePath+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	checked := 0
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var pkg struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&pkg); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		from, ours := strings.CutPrefix(pkg.ImportPath, modulePath)
		if !ours {
			continue
		}
		checked++
		for _, imp := range pkg.Imports {
			if to, ours := strings.CutPrefix(imp, modulePath); ours {
				checkImport(t, from, to)
			}
			checkLibrary(t, from, imp)
		}
	}
	if checked < 10 {
		t.Fatalf("%d packages were checked, expected at least 10", checked)
	}
}

func checkImport(t *testing.T, from, to string) {
	t.Helper()
	f, ok := layerOf(from)
	if !ok {
		t.Errorf("package %s is in no layer of the design", from)
		return
	}
	g, ok := layerOf(to)
	if !ok {
		t.Errorf("package %s is in no layer of the design", to)
		return
	}
	switch {
	case layers[g].level > layers[f].level:
		t.Errorf("%s (layer %d) imports %s (layer %d): a package must not import a package of a higher layer", from, layers[f].level, to, layers[g].level)
	case f == g && layers[f].apart && !related(from, to):
		t.Errorf("%s imports %s: packages of this row of the table must not import one another", from, to)
	}
}

// related reports whether one path is below the other: a pass can have helper packages.
func related(a, b string) bool {
	return strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/")
}

// checkLibrary checks that a package of a lower layer imports only the allowed libraries.
func checkLibrary(t *testing.T, from, imp string) {
	t.Helper()
	first, _, _ := strings.Cut(imp, "/")
	if !strings.Contains(first, ".") || strings.HasPrefix(imp, modulePath) {
		return
	}
	if from == "dialects/lapack" && strings.HasPrefix(imp, "gonum.org/v1/gonum/") {
		return
	}
	for _, low := range []string{"ir", "dialects", "passes"} {
		if from != low && !strings.HasPrefix(from, low+"/") {
			continue
		}
		if !strings.HasPrefix(imp, "github.com/bits-and-blooms/bitset") && !strings.HasPrefix(imp, "github.com/alecthomas/participle/v2") {
			t.Errorf("%s imports %s: ir, dialects and passes may use only the standard library, bitset and participle", from, imp)
		}
	}
}
