package runner

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSuite runs the test files below the folder LIT_SUITE with the programs on the PATH. The
// programs must include LLVM's mlir-opt and FileCheck. Every call of FileCheck runs LLVM's
// FileCheck and the FileCheck of this package, on the output of the tool and on modified copies of
// this output. Their exit statuses and outputs must be equal.
func TestSuite(t *testing.T) {
	dir := os.Getenv("LIT_SUITE")
	if dir == "" {
		t.Skip("LIT_SUITE is not set")
	}
	official, err := exec.LookPath("FileCheck")
	if err != nil {
		t.Skip(err)
	}
	c := &comparer{t: t, official: official, counts: map[string]int{}}
	cfg := Config{
		Tools: map[string]Tool{"FileCheck": c.check},
		Exec:  true,
		Env:   append(os.Environ(), "FILECHECK_OPTS=-enable-var-scope --allow-unused-prefixes=false"),
	}
	files, err := Files(dir, cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		r := RunFile(cfg, path)
		c.counts[r.Status.String()]++
		if r.Status.Failed() {
			t.Logf("%s %s\n%.600s", r.Status, path, r.Output)
		}
	}
	t.Logf("files: %d, %v", len(files), c.counts)
}

type comparer struct {
	t        *testing.T
	official string
	mu       sync.Mutex
	counts   map[string]int
}

func (c *comparer) check(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	input, err := io.ReadAll(stdin)
	if err != nil {
		c.t.Error(err)
	}
	status := c.both(ctx, "calls", args, input, stderr)
	rnd := rand.New(rand.NewPCG(uint64(len(input)), 1))
	for range 6 {
		c.both(ctx, "changed", args, change(rnd, input), io.Discard)
	}
	return status
}

func (c *comparer) both(ctx context.Context, kind string, args []string, input []byte, stderr io.Writer) int {
	var ours, theirs bytes.Buffer
	status := FileCheck(ctx, args, bytes.NewReader(input), io.Discard, &ours)
	cmd := exec.CommandContext(ctx, c.official, args...)
	cmd.Dir = Dir(ctx)
	cmd.Env = append(os.Environ(), "FILECHECK_OPTS="+Getenv(ctx, "FILECHECK_OPTS"))
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), &theirs
	_ = cmd.Run()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[kind]++
	if status != 0 {
		c.counts[kind+" that fail"]++
	}
	if want := cmd.ProcessState.ExitCode(); status != want {
		c.counts[kind+" that differ"]++
		c.t.Errorf("%s %v: got exit status %d, but LLVM's FileCheck has %d\nours:\n%.800s\nofficial:\n%.800s", kind, args, status, want, &ours, &theirs)
	}
	if a, b := tidy(ours.String()), tidy(theirs.String()); a != b {
		c.counts[kind+" with another output"]++
		c.t.Errorf("%s %v:\n%s", kind, args, cmp.Diff(b, a))
	}
	stderr.Write(ours.Bytes())
	return status
}

// tidy removes the command line and extra line ends.
func tidy(s string) string {
	s, _, _ = strings.Cut(s, "FileCheck command line:")
	return strings.TrimRight(s, "\n")
}

// change deletes, doubles, swaps or damages a line.
func change(rnd *rand.Rand, input []byte) []byte {
	lines := bytes.SplitAfter(bytes.Clone(input), []byte{'\n'})
	i, k := rnd.IntN(len(lines)), rnd.IntN(len(lines))
	switch rnd.IntN(4) {
	case 0:
		lines[i] = nil
	case 1:
		lines[i] = append(bytes.Clone(lines[i]), lines[i]...)
	case 2:
		lines[i], lines[k] = lines[k], lines[i]
	default:
		if n := len(lines[i]); n > 1 {
			lines[i][rnd.IntN(n-1)] ^= 1
		}
	}
	return bytes.Join(lines, nil)
}
