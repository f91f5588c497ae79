package engines_test

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/cpuid/v2"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/jit"
	"github.com/lathe-ir/lathe/backends/peak"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/target"
)

var record = flag.Bool("record", false, "record the fraction of the peak speed that each kernel reaches on this processor")

var (
	speedDir   = filepath.Join("..", "..", "testdata", "speed")
	sharesFile = filepath.Join(speedDir, "shares.tsv")
)

const (
	// lost is the fraction of the recorded share below which a kernel fails; see TestSpeed.
	lost = 0.8
	// attempts is the number of times that a kernel is measured again if it seems too slow. With
	// -record, every kernel is measured again this number of times, and the median is recorded.
	attempts = 6
	// batch is the approximate duration of one batch of runs.
	batch = 2 * time.Millisecond
	// rounds is the number of batches in a measurement. Batches of the kernel alternate with
	// batches of the program that measures the peak.
	rounds = 15
)

// TestSpeed measures the share of each kernel: its speed divided by the peak of this processor. The
// peak is the rate of multiply-adds in registers, or of copies in the second-level cache. A kernel
// fails if its share is less than four fifths of the share that was recorded for this kind of
// processor. To reduce the influence of other processes, the test measures processor time, and uses
// the fastest of many short batches.
func TestSpeed(t *testing.T) {
	if os.Getenv("LATHE_SPEED") == "" && !*record {
		t.Skip("set LATHE_SPEED=1 to measure kernels")
	}
	b, err := jit.Factory().Open(backends.Config{Device: "jit", Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if r, ok := b.(backends.ReadyChecker); ok && r.Ready() != nil {
		t.Skip(r.Ready())
	}
	files, err := filepath.Glob(filepath.Join(speedDir, "*.mlir"))
	if err != nil || len(files) != 12 {
		t.Fatalf("got %d programs in %s, expected 12 (%v)", len(files), speedDir, err)
	}
	lanes := target.Host().Lanes(4)
	peaks := map[string]*timed{
		"flops": newTimed(t, b, withWork("flops")(peak.MultiplyAdds(lanes))),
		"bytes": newTimed(t, b, withWork("bytes")(peak.Copies(lanes, 65536))), // in the second-level cache
	}
	known := readShares(t)
	mine := known[processor()]
	if mine == nil && !*record {
		t.Logf("no shares are recorded for %s: record them with -record", processor())
	}
	found := map[string]float64{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".mlir")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			// The speed depends on the addresses of a program's memory, so each attempt allocates
			// new memory.
			attempt := func() float64 {
				k := newTimed(t, b, string(text))
				return k.share(peaks[k.unit])
			}
			shares := []float64{attempt()}
			for range attempts {
				if *record || slices.Max(shares) < lost*mine[name] {
					shares = append(shares, attempt())
				}
			}
			share := slices.Max(shares)
			if *record {
				slices.Sort(shares)
				share = shares[len(shares)/2]
			}
			found[name] = share
			t.Logf("got %.1f%% of the peak; the recorded share is %.1f%%", 100*share, 100*mine[name])
			if want, ok := mine[name]; ok && share < lost*want && !*record {
				t.Errorf("%s reaches %.1f%% of the peak, less than four fifths of the %.1f%% that are recorded for %s",
					file, 100*share, 100*want, processor())
			}
		})
	}
	if *record {
		// If the flag -run selects only some programs, the shares of the others are kept.
		if mine == nil {
			mine = found
		}
		maps.Copy(mine, found)
		known[processor()] = mine
		writeShares(t, known)
	}
}

// withWork returns a function that puts a comment such as "// work: 64 bytes" before a program.
func withWork(unit string) func(text string, work float64) string {
	return func(text string, work float64) string { return fmt.Sprintf("// work: %g %s\n%s", work, unit, text) }
}

type timed struct {
	work      float64
	unit      string // flops or bytes
	run       func()
	runs      int
	processed time.Duration // processor time of the fastest batch
}

// newTimed compiles a program that begins with a comment such as "// work: 64 bytes".
func newTimed(t *testing.T, b backends.Backend, text string) *timed {
	t.Helper()
	k := &timed{processed: math.MaxInt64}
	if _, err := fmt.Sscanf(text, "// work: %g %s\n", &k.work, &k.unit); err != nil || k.unit != "flops" && k.unit != "bytes" {
		t.Fatalf("the first line must be a comment such as 'work: 64 bytes' (%v):\n%s", err, text)
	}
	p, err := b.Compile(context.Background(), parse(t, registry(t), text), backends.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	var in, out []*tensor.Tensor
	for i, x := range p.Inputs() {
		shape, _ := x.Shape()
		v := tensor.Random(x.Kind(), shape, 1, uint64(i))
		if x.Kind() == tensor.I32 { // indices of rows of a table
			for j := range v.NumElements() {
				v.SetInt(j, int64(j*37%256))
			}
		}
		in = append(in, v)
	}
	for _, x := range p.Outputs() {
		out = append(out, newLike(x))
	}
	k.run = func() {
		if err := p.(backends.IntoRunner).RunInto(context.Background(), in, out); err != nil {
			t.Fatal(err)
		}
	}
	k.run()
	for k.runs = 1; ; k.runs *= 2 {
		if took := k.batch(); took > batch/2 {
			return k
		}
	}
}

func newLike(x ir.Type) *tensor.Tensor {
	shape, _ := x.Shape()
	return tensor.New(x.Kind(), shape...)
}

func (k *timed) batch() time.Duration {
	start := irtest.ProcessorTime()
	for range k.runs {
		k.run()
	}
	return irtest.ProcessorTime() - start
}

// share measures k and peak alternately, and returns the rate of k divided by the rate of peak.
func (k *timed) share(peak *timed) float64 {
	k.processed, peak.processed = math.MaxInt64, math.MaxInt64
	for range rounds {
		peak.processed = min(peak.processed, peak.batch())
		k.processed = min(k.processed, k.batch())
	}
	return k.rate() / peak.rate()
}

func (k *timed) rate() float64 { return k.work * float64(k.runs) / k.processed.Seconds() }

func processor() string {
	return fmt.Sprintf("%s family %d model %d", cmp.Or(cpuid.CPU.VendorString, "unknown"), cpuid.CPU.Family, cpuid.CPU.Model)
}

// readShares reads the recorded shares, by processor and program.
func readShares(t *testing.T) map[string]map[string]float64 {
	t.Helper()
	known := map[string]map[string]float64{}
	f, err := os.Open(sharesFile)
	if errors.Is(err, fs.ErrNotExist) && *record {
		return known
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		words := strings.Split(s.Text(), "\t")
		if len(words) != 3 {
			t.Fatalf("%s: a line must have a processor, a program and a share, but is %q", sharesFile, s.Text())
		}
		share, err := strconv.ParseFloat(words[2], 64)
		if err != nil {
			t.Fatalf("%s: %v", sharesFile, err)
		}
		if known[words[0]] == nil {
			known[words[0]] = map[string]float64{}
		}
		known[words[0]][words[1]] = share
	}
	return known
}

func writeShares(t *testing.T, known map[string]map[string]float64) {
	t.Helper()
	var b strings.Builder
	for _, p := range slices.Sorted(maps.Keys(known)) {
		for _, name := range slices.Sorted(maps.Keys(known[p])) {
			fmt.Fprintf(&b, "%s\t%s\t%.3f\n", p, name, known[p][name])
		}
	}
	if err := os.WriteFile(sharesFile, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}
