package house

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/txtar"
)

// TestRules runs each rule on the packages of testdata/RULE.txtar. Comments of the form // want "…"
// contain the expected findings.
func TestRules(t *testing.T) {
	for _, a := range Analyzers() {
		t.Run(a.Name, func(t *testing.T) {
			archive, err := txtar.ParseFile(filepath.Join("testdata", a.Name+".txtar"))
			if err != nil {
				t.Fatal(err)
			}
			files := map[string]string{}
			var packages []string
			wanted := 0
			for _, f := range archive.Files {
				files[f.Name] = string(f.Data)
				if dir := filepath.Dir(f.Name); !slices.Contains(packages, dir) {
					packages = append(packages, dir)
				}
				wanted += strings.Count(string(f.Data), "// want ")
			}
			if wanted == 0 {
				t.Fatal("the test data has no // want comment, so the test cannot fail")
			}
			dir, clean, err := analysistest.WriteFiles(files)
			if err != nil {
				t.Fatal(err)
			}
			defer clean()
			analysistest.Run(t, dir, a, packages...)
		})
	}
}

// TestRepository runs the rules on this repository. testdata/known.txt has, for each rule and
// folder, the number of findings that are older than the rule. These numbers may only decrease.
func TestRepository(t *testing.T) {
	if testing.Short() {
		t.Skip("runs go vet on all packages")
	}
	known := readKnown(t)
	found := map[string]int{}
	places := map[string][]string{}
	for _, d := range vet(t) {
		key := d.rule + " " + filepath.ToSlash(filepath.Dir(d.file))
		found[key]++
		places[key] = append(places[key], fmt.Sprintf("%s: %s", d.place, d.message))
	}
	for key, n := range found {
		if n > known[key] {
			t.Errorf("%s: got %d findings, expected at most %d:\n  %s", key, n, known[key], strings.Join(places[key], "\n  "))
		}
	}
	for key, n := range known {
		if found[key] < n {
			t.Errorf("%s: only %d findings are left: lower the count %d in testdata/known.txt", key, found[key], n)
		}
	}
}

// readKnown reads testdata/known.txt. Each line has a rule, a folder and a count.
func readKnown(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile("testdata/known.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]int{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var rule, dir string
		var n int
		if _, err := fmt.Sscan(line, &rule, &dir, &n); err != nil {
			t.Fatalf("known.txt: %q: %v", line, err)
		}
		known[rule+" "+dir] = n
	}
	return known
}

type finding struct{ rule, file, place, message string }

func vet(t *testing.T) []finding {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	tool := filepath.Join(t.TempDir(), "lathevet")
	run := func(name string, args ...string) []byte {
		c := exec.Command(name, args...)
		c.Env = append(os.Environ(), "GOFLAGS=-trimpath") // reuses packages that were compiled in another checkout
		c.Dir = root
		var stderr bytes.Buffer
		c.Stderr = &stderr
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, stderr.Bytes())
		}
		return append(out, stderr.Bytes()...)
	}
	// Without version control data, each build of an unchanged tool has the same bytes, so go vet
	// reuses its cached results.
	run("go", "build", "-buildvcs=false", "-o", tool, "./cmd/lathevet")
	out := run("go", "vet", "-vettool="+tool, "-json", "./...")
	return findings(t, out)
}

// findings parses the output of go vet -json: comments, and a JSON object for each package. It
// drops the folders of files, since cached output can come from another checkout.
func findings(t *testing.T, out []byte) []finding {
	t.Helper()
	var text bytes.Buffer
	for line := range bytes.Lines(out) {
		if !bytes.HasPrefix(line, []byte("#")) {
			text.Write(line)
		}
	}
	var all []finding
	seen := map[finding]bool{} // a package and its test variant have the same findings
	for d := json.NewDecoder(&text); d.More(); {
		var packages map[string]map[string][]struct{ Posn, Message string }
		if err := d.Decode(&packages); err != nil {
			t.Fatalf("%v in\n%s", err, out)
		}
		for pkg, rules := range packages {
			dir := folder(pkg)
			for rule, list := range rules {
				for _, x := range list {
					place := filepath.Join(dir, filepath.Base(x.Posn))
					file, _, _ := strings.Cut(place, ":")
					f := finding{rule, file, place, x.Message}
					if !seen[f] {
						seen[f] = true
						all = append(all, f)
					}
				}
			}
		}
	}
	return all
}

// folder returns the folder of a package of this module, also for the path of an external test
// package ("…/ir_test") or of a test variant ("…/ir [….test]").
func folder(pkg string) string {
	path, _, _ := strings.Cut(pkg, " ")
	path = strings.TrimSuffix(path, "_test")
	return filepath.FromSlash(strings.TrimPrefix(path, "github.com/lathe-ir/lathe/"))
}

func TestAnalyzers(t *testing.T) {
	var names []string
	for _, a := range Analyzers() {
		if err := analysis.Validate([]*analysis.Analyzer{a}); err != nil {
			t.Error(err)
		}
		names = append(names, a.Name)
	}
	want := []string{"noinit", "noblankimport", "noglobals", "operandnumber", "panicbug", "goroutines"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
