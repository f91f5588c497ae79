package commands_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// TestReplay edits partitions. Each archive in testdata/replay holds a program, a
// command line, the edit (an old and a new text), and what the command then says.
func TestReplay(t *testing.T) {
	archives, err := filepath.Glob("testdata/replay/*.txtar")
	if err != nil || len(archives) < 10 {
		t.Fatalf("%d archives: %v", len(archives), err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			file := map[string]string{}
			for _, f := range a.Files {
				file[f.Name] = strings.TrimSuffix(string(f.Data), "\n")
			}
			got := replayed(t, file)
			if os.Getenv("LATHE_UPDATE") != "" {
				a.Files[len(a.Files)-1].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(file["says"]+"\n", got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// replayed makes a partition of the program, edits it, and gives it back to the tool.
func replayed(t *testing.T, file map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	program, partition := filepath.Join(dir, "program.mlir"), filepath.Join(dir, "partition")
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(program, file["program.mlir"])
	devices := file["devices"]
	if devices == "" {
		devices = "vm,c"
	}
	if status, _, errs := lathe(t, "", "plan", "--devices="+devices, "--partition-to="+partition, program); status != 0 {
		t.Fatal(errs)
	}
	text, err := os.ReadFile(partition)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte(file["old"])) {
		t.Fatalf("no %q in\n%s", file["old"], text)
	}
	write(partition, strings.Replace(string(text), file["old"], file["new"], 1))
	if other, ok := file["other.mlir"]; ok {
		write(program, other)
	}
	args := append(strings.Fields(file["command"]), "--partition-from="+partition, program)
	_, out, errs := lathe(t, "", args...)
	return strings.ReplaceAll(out+errs, dir+"/", "")
}
