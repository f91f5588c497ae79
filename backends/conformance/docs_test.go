package conformance_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/conformance"
)

// folders are where the packages are that docs/backends.md names tests of.
func folders() map[string]string {
	return map[string]string{
		"backends": "..", "cache": "../cache", "hetero": "../hetero", "placement": "../../passes/placement", "commands": "../../cmd/driver/commands",
	}
}

// TestRows: every row of docs/backends.md's tables of contracts names tests that are
// there, or says why it is left out; and every check is in a row.
func TestRows(t *testing.T) {
	text, err := os.ReadFile("../../docs/backends.md")
	if err != nil {
		t.Fatal(err)
	}
	_, tables, ok := strings.Cut(string(text), "## Every contract and its test\n")
	if !ok {
		t.Fatal("docs/backends.md has no tables of contracts")
	}
	names, named := conformance.Names(), map[string]bool{}
	code := regexp.MustCompile("`[^`]+`")
	rows := 0
	for line := range strings.Lines(tables) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) < 2 || strings.HasPrefix(cells[0], "---") || strings.TrimSpace(cells[len(cells)-1]) == "test" {
			continue
		}
		rows++
		tests := code.FindAllString(cells[len(cells)-1], -1)
		if len(tests) == 0 && !strings.Contains(line, "left out: ") {
			t.Errorf("no test and no reason in: %s", line)
		}
		for _, test := range tests {
			test = strings.Trim(test, "`")
			named[test] = true
			if !slices.Contains(names, test) && !declared(t, test) {
				t.Errorf("there is no test '%s', which stands in: %s", test, line)
			}
		}
	}
	for _, n := range names {
		if !named[n] {
			t.Errorf("check '%s' is in no row", n)
		}
	}
	if rows < 60 {
		t.Errorf("the tables have %d rows", rows)
	}
}

// declared reports whether test, as package.Name, is a function of that package's tests.
func declared(t *testing.T, test string) bool {
	t.Helper()
	pkg, name, _ := strings.Cut(test, ".")
	files, err := filepath.Glob(filepath.Join(folders()[pkg], "*_test.go"))
	if err != nil || folders()[pkg] == "" {
		return false
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}

// TestCapabilityTable: docs/backends.md lists every optional interface, by its name.
func TestCapabilityTable(t *testing.T) {
	text, err := os.ReadFile("../../docs/backends.md")
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	for _, f := range factories(t) {
		if f.Divided {
			continue
		}
		b, err := f.Open(backends.Config{Device: f.Name})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		for _, c := range backends.Capabilities(b) {
			have[c] = true
		}
	}
	for c := range have {
		if !strings.Contains(string(text), "| `"+c+"` |") {
			t.Errorf("capability '%s' is not in docs/backends.md", c)
		}
	}
}
