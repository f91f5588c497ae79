package patternfusion_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/frontends/onednn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

func registry(t testing.TB) *ir.Registry {
	t.Helper()
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// graphs returns the files of the frontend's test graphs, and of the public graphs if they are
// available.
func graphs(t testing.TB) []string {
	t.Helper()
	var paths []string
	for _, dir := range []string{"../../frontends/onednn/testdata", "../../../shared/conformance/onednn/suite"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".json") {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			t.Log("the public graphs are not available; only the graphs of the repository are tested")
		}
	}
	if len(paths) == 0 {
		t.Fatal("there are no graphs to test")
	}
	return paths
}

func load(t testing.TB, reg *ir.Registry, path string) fn.Func {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := onednn.Import(t.Context(), reg, diag.NewSource(path, text))
	if err != nil {
		t.Fatal(err)
	}
	f, _ := ir.As[fn.Func](m.Body().First())
	return f
}

func builtin(t testing.TB, reg *ir.Registry) []patternfusion.Backend {
	t.Helper()
	ps, err := patternfusion.OneDNN(reg)
	if err != nil {
		t.Fatal(err)
	}
	return []patternfusion.Backend{{Name: "lathe", Priority: 1, Patterns: ps}}
}

// TestSuite divides each graph. Policy fusion gives one partition, except for the graphs in
// exceptions. Policy debug gives one partition for each operation.
func TestSuite(t *testing.T) {
	reg := registry(t)
	backends := builtin(t, reg)
	for _, path := range graphs(t) {
		f := load(t, reg, path)
		r, err := patternfusion.Divide(t.Context(), f, backends, patternfusion.Options{Engine: "cpu", Explain: true})
		if err != nil {
			t.Fatal(err)
		}
		want := 1
		if n := exceptions()[filepath.Base(path)]; n > 0 {
			want = n
		}
		if len(r.Partitions) != want {
			t.Errorf("%s has %d partitions, want %d:", path, len(r.Partitions), want)
			for _, p := range r.Partitions {
				var names []string
				for _, op := range p.Ops {
					names = append(names, strings.TrimPrefix(op.Name(), "onednn_graph."))
				}
				t.Logf("  %s: %s", p.Pattern, strings.Join(names, " "))
			}
			for _, n := range r.Nearest[:1] {
				if n != nil {
					t.Logf("  nearest %s, %d operations: %s", n.Pattern.Name, len(n.Ops), n.Reason)
				}
			}
		}
		check(t, path, f, r)
		if got, want := divided(t, reloaded(t, reg, f), backends), describe(r); got != want {
			t.Errorf("%s: got division %[3]s after a round trip, expected %[2]s", path, want, got)
		}
		r, err = patternfusion.Divide(t.Context(), f, backends, patternfusion.Options{Policy: patternfusion.Debug})
		if err != nil || len(r.Partitions) != f.Entry().Len()-1 {
			t.Errorf("%s has %d partitions with policy debug, want %d: %v", path, len(r.Partitions), f.Entry().Len()-1, err)
		}
		check(t, path, f, r)
	}
}

// reloaded writes a graph as JSON and reads it again.
func reloaded(t *testing.T, reg *ir.Registry, f fn.Func) fn.Func {
	t.Helper()
	var text bytes.Buffer
	if err := onednn.Export(&text, f); err != nil {
		t.Fatal(err)
	}
	again, err := onednn.Import(t.Context(), reg, diag.NewSource("again.json", text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	g, _ := ir.As[fn.Func](again.Body().First())
	return g
}

func divided(t *testing.T, f fn.Func, backends []patternfusion.Backend) string {
	t.Helper()
	r, err := patternfusion.Divide(t.Context(), f, backends, patternfusion.Options{Engine: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	return describe(r)
}

func describe(r *patternfusion.Result) string {
	var b strings.Builder
	for _, p := range r.Partitions {
		fmt.Fprintf(&b, "%s", p.Pattern)
		for _, op := range p.Ops {
			id, _ := onednngraph.IDOf(op)
			fmt.Fprintf(&b, " %d", id)
		}
		b.WriteString("; ")
	}
	return b.String()
}

// check checks that each operation is in one partition, and that each input of a partition is an
// argument or a result of an earlier partition.
func check(t *testing.T, path string, f fn.Func, r *patternfusion.Result) {
	t.Helper()
	made := map[*ir.Value]bool{}
	for _, v := range f.Entry().Args() {
		made[v] = true
	}
	count := 0
	for i, p := range r.Partitions {
		if p.ID != i || p.Supported() == (p.Pattern == "") {
			t.Errorf("%s: partition %d has ID %d, pattern %q and Supported() = %t", path, i, p.ID, p.Pattern, p.Supported())
		}
		for _, v := range p.Inputs {
			if !made[v] {
				t.Errorf("%s: partition %d reads a value that a later partition produces", path, i)
			}
		}
		for _, op := range p.Ops {
			count++
			for _, v := range op.ResultList() {
				made[v] = true
			}
		}
	}
	if count != f.Entry().Len()-1 {
		t.Errorf("%s: the partitions have %d operations, but the graph has %d", path, count, f.Entry().Len()-1)
	}
}

// exceptions has the number of partitions of each graph that is divided into more than one
// partition.
func exceptions() map[string]int {
	return map[string]int{"wildcard.json": 3, "f8.json": 3}
}
