package commands_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// TestReplay replays partitions. Each archive in testdata/replay has a program, a partition, a
// command line and its output. HASH in the partition is replaced by the program's hash.
func TestReplay(t *testing.T) {
	archives, err := filepath.Glob("testdata/replay/*.txtar")
	if err != nil || len(archives) < 10 {
		t.Fatalf("found %d archives, expected at least 10; the error is %v", len(archives), err)
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
	status, own, errs := lathe(t, "", "plan", "--devices="+devices, "--partition-to=-", program)
	hash := regexp.MustCompile(`hash [0-9a-f]{16}`).FindString(own)
	if status != 0 || hash == "" {
		t.Fatal(own, errs)
	}
	write(partition, strings.Replace(file["partition"], "hash HASH", hash, 1))
	if other, ok := file["other.mlir"]; ok {
		write(program, other)
	}
	args := append(strings.Fields(file["command"]), "--partition-from="+partition, program)
	if text, ok := file["x.rules"]; ok {
		rules := filepath.Join(dir, "x.rules")
		write(rules, text)
		args = append(args, "--rules="+rules)
	}
	args = append(args, strings.Fields(file["subject"])...)
	_, out, errs := lathe(t, "", args...)
	return strings.ReplaceAll(out+errs, dir+"/", "")
}

// TestDTextRoundTrip checks that replaying a partition that "lathe plan" wrote gives the same text.
func TestDTextRoundTrip(t *testing.T) {
	file := filepath.Join(t.TempDir(), "partition")
	_, first, errs := lathe(t, "", "plan", "--devices=vm,c", "--partition-to=-", "testdata/butterfly.mlir")
	edited := strings.Replace(first, "{\n", "{ // a comment\n", 2)
	if err := os.WriteFile(file, []byte(edited), 0o666); err != nil {
		t.Fatal(err)
	}
	_, again, more := lathe(t, "", "plan", "--devices=vm,c", "--partition-from="+file, "--partition-to=-", "testdata/butterfly.mlir")
	if diff := cmp.Diff(first, again); diff != "" || errs+more != "" || strings.Count(first, "cluster") != 3 || edited == first {
		t.Errorf("-first +again\n%s%s%s", diff, errs, more)
	}
}
