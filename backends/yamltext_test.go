package backends_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/partition/replay"
)

// lines returns n lines. Each line is its number in the given format.
func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format+"\n", i)
	}
	return b.String()
}

// TestTextLimits checks that files which exceed a limit are rejected before they use much memory.
func TestTextLimits(t *testing.T) {
	devices := func(name string) error {
		_, err := device.Parse([]string{name})
		return err
	}
	partition := func(name string) error {
		_, err := device.ReadPartition(name)
		return err
	}
	rules := func(name string) error {
		_, err := affinity.ReadRules(name)
		return err
	}
	replayed := func(name string) error {
		_, err := replay.ReadFile(name)
		return err
	}
	for _, test := range []struct {
		name string
		read func(file string) error
		text string
		most uint64 // MiB
		want string
	}{
		{"nested.yaml", devices, strings.Repeat("- ", 50_000) + "a\n", 64, "must nest at most 16 levels deep"},
		{"brackets.yaml", devices, strings.Repeat("[", 100_000), 64, "must nest at most 16 levels deep"},
		{"braces.yaml", devices, strings.Repeat("{a: ", 25_000), 64, "must nest at most 16 levels deep"},
		{"explicit.yaml", devices, strings.Repeat("? ", 50_000), 64, "must nest at most 16 levels deep"},
		{"steps.yaml", devices, steps(400), 64, "must nest at most 16 levels deep"},
		{"tags.yaml", devices, strings.Repeat("!!seq ", 10_000), 64, "anchors, aliases, tags and directives are not supported"},
		{"aliases.yaml", devices, "- name: &a b\n  backend: *a\n", 1, "anchors, aliases, tags and directives are not supported"},
		{"many.yaml", devices, lines(9_000, "- vm.%d"), 96, "at most 64 devices can be given, but there are 9000"},
		{"large.yaml", devices, lines(30_000, "- name: d%d\n  backend: vm"), 2, "a device file must have at most 262144 bytes, but has more; help: remove comments, and list at most 64 devices"},
		{"glow.yaml", devices, strings.Repeat("- {name: a, backendName: CPU, parameters: b}\n", 5_000), 96, "at most 64 devices can be given, but there are 5000"},
		{"parts.yaml", partition, "partitions: 2\nops:\n" + lines(30_000, "  v%d: 0"), 96, "at most 4096 keys outside of braces"},
		{"deep.yaml", partition, "partitions: " + strings.Repeat("[", 100_000), 64, "must nest at most 16 levels deep"},
		{"huge.yaml", partition, strings.Repeat("# comment\n", 1<<20), 8, "a partition file must have at most 1048576 bytes, but has more; help: divide large programs with --partition-from"},
		{"deep.rules", rules, "pin " + strings.Repeat("(", 50_000) + "op a", 8, "parentheses must nest at most 64 levels deep"},
		{"huge.rules", rules, strings.Repeat("pin op a to b\n", 1<<16), 2, "a text of rules must have at most 262144 bytes, but has more"},
		{"huge.partition", replayed, "lathe.partition/1\n" + strings.Repeat("// comment\n", 4<<20), 200, "a partition must have at most 33554432 bytes, but has more"},
	} {
		file := filepath.Join(t.TempDir(), test.name)
		if err := os.WriteFile(file, []byte(test.text), 0o644); err != nil {
			t.Fatal(err)
		}
		var err error
		by := allocated(func() { err = test.read(file) })
		if all := diag.All(err); len(all) != 1 || len(all[0].Help) == 0 || !strings.Contains(all[0].Error()+"; help: "+all[0].Help[0], test.want) {
			t.Errorf("%s: expected %q and help, got %.200v", test.name, test.want, err)
		}
		if by > test.most<<20 {
			t.Errorf("%s: %d MiB were allocated for %d bytes", test.name, by>>20, len(test.text))
		}
	}
	var names []string
	for i := range 30_000 {
		names = append(names, fmt.Sprintf("vm.%d", i))
	}
	if by := allocated(func() {
		if _, err := device.Parse(names); err == nil || !strings.Contains(err.Error(), "at most 64 devices") {
			t.Errorf("30,000 names give the error %v", err)
		}
	}); by > 1<<16 {
		t.Errorf("%d bytes were allocated for 30,000 names of devices", by)
	}
}

// steps returns n nested mappings in YAML's block style.
func steps(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// TestFlowLimits checks that reading a partition file with 30,000 operations in flow style (in
// braces) allocates at most 256 MiB.
func TestFlowLimits(t *testing.T) {
	var b strings.Builder
	b.WriteString("partitions: 2\nops: {")
	for i := range 30_000 {
		fmt.Fprintf(&b, "v%d: 0, ", i)
	}
	b.WriteString("w: 1}\n")
	by := allocated(func() {
		c, err := device.ParsePartition(diag.NewSource("parts.yaml", []byte(b.String())))
		if err != nil || len(c.Ops) != 30_001 {
			t.Errorf("expected 30,001 operations, got %v", err)
		}
	})
	if by > 256<<20 {
		t.Errorf("%d MiB were allocated for %d bytes", by>>20, b.Len())
	}
}
