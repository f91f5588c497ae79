// In the name of a test, O13 is row O13 of the tables in docs/backends.md.

package commands_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// drawn writes the pictures of a program to files. It returns the text of each file by its name.
func drawn(t *testing.T, program string) map[string]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "new", "pictures")
	if status, _, errs := lathe(t, "", "plan", "--devices=vm,c", "--draw="+dir, program); status != 0 {
		t.Fatal(errs)
	}
	files := map[string]string{}
	found, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(f)] = string(text)
	}
	return files
}

// TestO13Drawings checks three kinds of pictures. main.affinity shows the operations of @main with
// their devices and clusters, main.clusters shows the graph of clusters, and each cluster has a
// picture of its own. Repeated runs must write the same bytes.
func TestO13Drawings(t *testing.T) {
	files := drawn(t, "testdata/butterfly.mlir")
	if diff := cmp.Diff(files, drawn(t, "testdata/butterfly.mlir")); diff != "" {
		t.Errorf("two runs wrote different pictures:\n%s", diff)
	}
	_, plan, _ := lathe(t, "", "plan", "--devices=vm,c", "testdata/butterfly.mlir")
	names := regexp.MustCompile(`(?m)^@(cluster_\d+_\w+)`).FindAllStringSubmatch(plan, -1)
	want := []string{"main.affinity", "main.clusters"}
	for _, n := range names {
		want = append(want, n[1])
	}
	if len(names) != 3 || len(files) != 2*len(want) {
		t.Errorf("got %d clusters and %d files, expected 3 clusters and 2 files for each picture", len(names), len(files))
	}
	for _, name := range want {
		if !strings.HasPrefix(files[name+".dot"], "digraph ") || !strings.HasPrefix(files[name+".svg"], "<svg ") {
			t.Errorf("%s is drawn as %q and %q", name, files[name+".dot"], files[name+".svg"])
		}
	}
	affinity := files["main.affinity.dot"]
	nodes := regexp.MustCompile(`label="[^"]*device=(vm|c)\\ncluster=\d+"`).FindAllString(affinity, -1)
	if len(nodes) != 4 || strings.Count(affinity, "->") != 4 || strings.Count(affinity, "subgraph") != 3 {
		t.Errorf("expected 4 nodes, 4 edges and 3 groups in the drawing main.affinity.dot, but got\n%s", affinity)
	}
	if clusters := files["main.clusters.dot"]; strings.Count(clusters, "4 operations") != 0 || strings.Count(clusters, `label="32 B"`) != strings.Count(clusters, "->") {
		t.Errorf("expected no cluster of 4 operations, and 32 B at each edge of main.clusters.dot, but got\n%s", clusters)
	}
}

// TestDrawingFolder checks that a command fails before it reads the program if it cannot create the
// folder.
func TestDrawingFolder(t *testing.T) {
	status, _, errs := lathe(t, "", "plan", "--devices=vm", "--draw=testdata/butterfly.mlir/below", "nofile.mlir")
	if status != 1 || !strings.Contains(errs, "cannot open output directory 'testdata/butterfly.mlir/below'") || strings.Contains(errs, "nofile") {
		t.Errorf("got status %d: %s", status, errs)
	}
}

// TestDrawingNames checks that functions are drawn to different files even if their names differ
// only in characters that are not valid in file names. Long names are shortened.
func TestDrawingNames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "names.mlir")
	text := ""
	for _, name := range []string{"a/b", "a_b", strings.Repeat("n", 5000)} {
		text += "func.func @\"" + name + "\"(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.tanh %x : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n"
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	pictures := 0
	for name := range drawn(t, file) {
		if strings.HasSuffix(name, ".dot") {
			pictures++
		}
	}
	if pictures != 9 {
		t.Errorf("%d pictures of 3 functions with one cluster each, want 9", pictures)
	}
}
