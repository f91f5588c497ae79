package driver_test

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// agreement is the required fraction of mutants for which mlir-opt and Lathe report the same error.
const agreement = 0.985

// TestDiagnosticsSideBySide makes one mistake at a time in every operation of the core dialects,
// and compares the line and text of Lathe's and mlir-opt's first errors. By default it tests a
// third of the mutants, with LATHE_FULL=1 all of them. It writes the differences to the file that
// LATHE_DISAGREEMENTS names.
func TestDiagnosticsSideBySide(t *testing.T) {
	if testing.Short() {
		t.Skip("runs mlir-opt on thousands of programs")
	}
	peer, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		t.Skip("mlir-opt-22, the tool to compare with, is not installed")
	}
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	m := newMutator(t, tool.Registry(), knownTo(t, peer, tool.Registry()))
	m.addFiles(t, "../../lit")
	for op := range coreOps(m, tool.Registry()) {
		if !m.seen[op] {
			t.Errorf("no file of lit/ has a valid operation %s", op)
		}
	}
	mutants := m.mutants
	if os.Getenv("LATHE_FULL") == "" {
		mutants = slices.DeleteFunc(slices.Clone(mutants), func(mu mutant) bool { return crc32.ChecksumIEEE([]byte(mu.op+mu.what))%3 != 0 })
	}
	theirs := peerErrors(t, peer, mutants)
	agreed, differ := 0, map[string]int{}
	var report bytes.Buffer
	for i, mu := range mutants {
		ours := firstError(tool.Registry(), mu.text)
		if ours == theirs[i] {
			agreed++
			continue
		}
		if strings.HasPrefix(ours, "panic") {
			t.Errorf("%s: %s: %s\n%s", mu.op, mu.what, ours, mu.text)
		}
		differ[dialectOf(mu.op)]++
		fmt.Fprintf(&report, "%s: %s\n  theirs: %s\n  ours:   %s\n", mu.op, mu.what, theirs[i], ours)
	}
	if name := os.Getenv("LATHE_DISAGREEMENTS"); name != "" {
		if err := os.WriteFile(name, report.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	share := float64(agreed) / float64(len(mutants))
	t.Logf("%d operations, %d mutants; the first errors of %.1f %% of the mutants agree", len(m.seen), len(mutants), 100*share)
	for _, d := range slices.Sorted(maps.Keys(differ)) {
		t.Logf("dialect %s: the errors of %d mutants differ", d, differ[d])
	}
	if share < agreement {
		t.Errorf("the first errors of %.1f %% of the mutants agree, expected at least %.1f %%", 100*share, 100*agreement)
	}
}

// knownTo returns a function that reports whether both tools have an operation's dialect.
func knownTo(t *testing.T, peer string, reg *ir.Registry) func(op string) bool {
	t.Helper()
	out, err := exec.Command(peer, "--show-dialects").Output()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, d := range regexp.MustCompile(`[\w-]+`).FindAllString(string(out), -1) {
		known[d] = reg.Dialect(d) != nil
	}
	return func(op string) bool { return known[dialectOf(op)] && op != "builtin.module" }
}

// coreOps yields the names of the operations for which m must have a mutant.
func coreOps(m *mutator, reg *ir.Registry) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, d := range reg.Ops() {
			if n := d.Name(); m.wanted(n) && !yield(n) {
				return
			}
		}
	}
}

// firstError returns Lathe's first error for a program, as "line: text". If there is no error, it
// returns "accepted".
func firstError(reg *ir.Registry, text []byte) (first string) {
	defer func() {
		if r := recover(); r != nil {
			first = fmt.Sprint("panic: ", r)
		}
	}()
	src := diag.NewSource("m", text)
	_, err := asm.Parse(reg, src, asm.Options{AllowUnregistered: true})
	if err == nil {
		return "accepted"
	}
	d := diag.All(err)[0]
	line, _ := src.Position(d.Span.Start)
	return strconv.Itoa(line) + ": " + d.Message
}

// peerErrors returns mlir-opt's first error for each mutant.
func peerErrors(t *testing.T, peer string, ms []mutant) []string {
	t.Helper()
	first := make([]string, len(ms))
	for lo := 0; lo < len(ms); lo += 200 {
		hi := min(lo+200, len(ms))
		errorsOf(t, peer, ms[lo:hi], first[lo:hi])
	}
	return first
}

// errorsOf sets first[i] to mlir-opt's first error for ms[i]. It divides ms if mlir-opt crashes.
func errorsOf(t *testing.T, peer string, ms []mutant, first []string) {
	t.Helper()
	switch half := len(ms) / 2; {
	case batchErrors(t, peer, ms, first):
	case half == 0:
		first[0] = "crashed"
	default:
		errorsOf(t, peer, ms[:half], first[:half])
		errorsOf(t, peer, ms[half:], first[half:])
	}
}

// batchErrors is like errorsOf, but runs mlir-opt once. It reports whether mlir-opt ended normally.
func batchErrors(t *testing.T, peer string, ms []mutant, first []string) bool {
	t.Helper()
	const marker = "// -----\n"
	var in bytes.Buffer
	starts := make([]int, len(ms)) // the line before each mutant
	lines := 0
	for i, m := range ms {
		if i > 0 {
			in.WriteString(marker)
			lines++
		}
		starts[i], first[i] = lines, "accepted"
		in.Write(m.text)
		lines += bytes.Count(m.text, []byte("\n"))
	}
	var stderr bytes.Buffer
	cmd := exec.Command(peer, "--split-input-file", "--allow-unregistered-dialect", "--mlir-print-op-on-diagnostic=false", "-o", os.DevNull)
	cmd.Stdin, cmd.Stderr = &in, &stderr
	cmd.Env = append(os.Environ(), "LLVM_DISABLE_SYMBOLIZATION=1") // symbolizing an unused stack trace takes a second
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		return false
	}
	for _, e := range regexp.MustCompile(`(?m)^<stdin>:(\d+):\d+: error: (.*)$`).FindAllStringSubmatch(stderr.String(), -1) {
		line, _ := strconv.Atoi(e[1])
		i, _ := slices.BinarySearchFunc(starts, line, func(s, line int) int { return cmp.Compare(s, line) })
		if i--; first[i] == "accepted" {
			first[i] = strconv.Itoa(line-starts[i]) + ": " + strings.TrimSpace(e[2])
		}
	}
	return true
}
