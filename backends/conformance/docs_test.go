package conformance_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/conformance"
)

// folders maps the packages that docs/backends.md names to their folders.
func folders() map[string]string {
	return map[string]string{
		"backends": "..", "conformance": ".", "cache": "../cache", "compile": "../compile", "hetero": "../hetero", "placement": "../../passes/placement", "irplace": "../../passes/placement/irplace", "commands": "../../cmd/driver/commands",
	}
}

// TestRows checks the tables of contracts in docs/backends.md. Row numbers must have no gaps, and
// every row must name existing tests or the reason why there are none. Every check must be in the
// row with its number. Rows B1.* and Seen.* need such a check. For other rows, a test of another
// package is enough.
func TestRows(t *testing.T) {
	text, err := os.ReadFile("../../docs/backends.md")
	if err != nil {
		t.Fatal(err)
	}
	_, tables, ok := strings.Cut(string(text), "## Every contract and its test\n")
	if !ok {
		t.Fatal("docs/backends.md has no tables of contracts")
	}
	names, rowOf, counts := conformance.Names(), map[string]string{}, map[string]int{}
	for line := range strings.Lines(tables) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		row := strings.TrimSpace(cells[0])
		if len(cells) < 3 || row == "row" || strings.HasPrefix(row, "---") {
			continue
		}
		if set, n, ok := strings.Cut(row, "."); ok {
			if counts[set]++; n != fmt.Sprintf("%02d", counts[set]) {
				t.Errorf("found row %s, but expected %s.%02d", row, set, counts[set])
			}
		} else {
			counts["features"]++
		}
		checkRow(t, row, line, cells[len(cells)-1], rowOf)
	}
	for _, n := range names {
		if prefix, _, _ := strings.Cut(n, "_"); rowOf[n] != prefix {
			t.Errorf("check '%s' is in row '%s'", n, rowOf[n])
		}
	}
	for set, want := range map[string]int{"B1": 28, "Seen": 25, "B2": 22, "features": 11, "Own": 7} {
		if counts[set] != want {
			t.Errorf("there are %d rows of %s, expected %d", counts[set], set, want)
		}
	}
}

// checkRow checks the tests in the last cell of a row. A row without tests must have the words
// "left out: " and a reason. checkRow records in rowOf which checks are in the row.
func checkRow(t *testing.T, row, line, cell string, rowOf map[string]string) {
	t.Helper()
	tests := regexp.MustCompile("`[^`]+`").FindAllString(cell, -1)
	if len(tests) == 0 && strings.Contains(line, "left out: ") || strings.Contains(cell, "left out: ") {
		return
	}
	own := false
	for _, test := range tests {
		test = strings.Trim(test, "`")
		switch prefix, _, check := strings.Cut(test, "_"); {
		case check && slices.Contains(conformance.Names(), test):
			own, rowOf[test] = own || prefix == row, row
		case declared(t, test):
			own = own || !strings.HasPrefix(row, "B1") && !strings.HasPrefix(row, "Seen")
		default:
			t.Errorf("there is no test '%s', which is named in: %s", test, line)
		}
	}
	if !own {
		t.Errorf("the row names no test that counts for its set (see TestRows), and gives no reason after 'left out: ': %s", line)
	}
}

// declared reports whether there is a test with the given name, which has the form package.Name.
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

// everything implements every optional interface.
type everything struct {
	backends.BatchCompiler
	backends.Importer
	backends.Describer
	backends.Fingerprinter
	backends.MemoryOwner
	backends.MemoryMaker
	backends.ReadyChecker
	backends.Exporter
	backends.IntoRunner
	backends.BufferRunner
	backends.ScratchRunner
	backends.Profiled
	backends.Stateful
	backends.Named
	backends.Graphed
	backends.Configured
	backends.Trimmer
	backends.Holder
	backends.KernelTimer
}

// TestCapabilityTable compares the table of capabilities in docs/backends.md with the function
// Capabilities, and with the interfaces that optional.go declares.
func TestCapabilityTable(t *testing.T) {
	text, err := os.ReadFile("../../docs/backends.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("../optional.go")
	if err != nil {
		t.Fatal(err)
	}
	var names, types []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| `([A-Z][A-Za-z]+)` \\|").FindAllStringSubmatch(string(text), -1) {
		names, types = append(names, row[1]), append(types, row[2])
	}
	if have := backends.Capabilities(everything{}); !slices.Equal(names, have) {
		t.Errorf("docs/backends.md lists the capabilities\n%v\nbut there are\n%v", names, have)
	}
	var declared []string
	for _, d := range regexp.MustCompile(`(?m)^type ([A-Z]\w+) interface`).FindAllStringSubmatch(string(source), -1) {
		declared = append(declared, d[1])
	}
	slices.Sort(types)
	slices.Sort(declared)
	if !slices.Equal(types, declared) {
		t.Errorf("docs/backends.md lists the interfaces\n%v\nbut optional.go declares\n%v", types, declared)
	}
	if none := backends.Capabilities(struct{}{}); len(none) > 0 {
		t.Errorf("a value without methods has the capabilities %v", none)
	}
}
