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
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/target"
)

var record = flag.Bool("record", false, "write the shares of peaks that kernels reach on this processor")

var (
	speedDir   = filepath.Join("..", "..", "testdata", "speed")
	sharesFile = filepath.Join(speedDir, "shares.tsv")
)

const (
	// lost is the part of a recorded share below which a kernel fails.
	lost = 0.8
	// attempts is how often a kernel that is too slow is measured again.
	attempts = 8
	// batch is about how long runs of a program are timed together.
	batch = 2 * time.Millisecond
	// rounds is the number of batches of a kernel, each with one of the program of its peak.
	rounds = 15
)

// TestSpeed compares kernels that lowering makes with peaks of this processor that are measured at
// the same time: multiply-adds in registers, and copies from the second-level cache. It takes
// processor time and the fastest of many short batches, so that other processes have little
// influence. A kernel fails if it reaches less than four fifths of the share that was recorded for
// the processor.
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
		t.Fatalf("%d programs in %s (%v)", len(files), speedDir, err)
	}
	lanes := target.Host().Lanes(4)
	peaks := map[string]*timed{
		"flops": newTimed(t, b, multiplyAdds(lanes)),
		"bytes": newTimed(t, b, copies(lanes)),
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
			k := newTimed(t, b, string(text))
			share := k.share(peaks[k.unit])
			for range attempts {
				if share >= lost*mine[name] && !*record {
					break
				}
				share = max(share, k.share(peaks[k.unit]))
			}
			found[name] = share
			t.Logf("%.1f%% of the peak; %.1f%% are recorded", 100*share, 100*mine[name])
			if want, ok := mine[name]; ok && share < lost*want && !*record {
				t.Errorf("%s reaches %.1f%% of the peak, less than four fifths of the %.1f%% that are recorded for %s",
					file, 100*share, 100*want, processor())
			}
		})
	}
	if *record {
		known[processor()] = found
		writeShares(t, known)
	}
}

// timed is a program with what a run of it does.
type timed struct {
	work      float64
	unit      string // flops or bytes
	run       func()
	runs      int
	processed time.Duration // the fastest batch
}

// newTimed compiles a program whose first line says what a run does.
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
		if x.Kind() == tensor.I32 { // rows of a table
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

// batch is the processor time of some runs.
func (k *timed) batch() time.Duration {
	start := irtest.ProcessorTime()
	for range k.runs {
		k.run()
	}
	return irtest.ProcessorTime() - start
}

// share measures k and peak in turn and returns the part of the peak's rate that k reaches.
func (k *timed) share(peak *timed) float64 {
	k.processed, peak.processed = math.MaxInt64, math.MaxInt64
	for range rounds {
		peak.processed = min(peak.processed, peak.batch())
		k.processed = min(k.processed, k.batch())
	}
	return k.rate() / peak.rate()
}

func (k *timed) rate() float64 { return k.work * float64(k.runs) / k.processed.Seconds() }

// multiplyAdds is a program in kernel form that only multiplies and adds, in registers.
func multiplyAdds(lanes int64) string {
	const sums, terms = 12, 4096
	var head, types, body, yield, stores strings.Builder
	for i := range sums {
		fmt.Fprintf(&head, ", %%s%d = %%zero", i)
		fmt.Fprintf(&types, ", vector<%dxf32>", lanes)
		fmt.Fprintf(&body, "      %%n%d = math.fma %%x, %%x, %%s%[1]d : vector<%[2]dxf32>\n", i, lanes)
		fmt.Fprintf(&yield, ", %%n%d", i)
		fmt.Fprintf(&stores, "    %%at%d = arith.constant %d : index\n    vector.store %%r#%[1]d, %%o[%%at%[1]d] : memref<%[3]dxf32>, vector<%[4]dxf32>\n", i, int64(i)*lanes, sums*lanes, lanes)
	}
	of := strings.TrimPrefix(types.String(), ", ")
	return fmt.Sprintf(`// work: %[1]d flops
func.func @main(%%x: memref<%[2]dxf32>, %%o: memref<%[3]dxf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %%lo = arith.constant 0 : index
  %%hi = arith.constant 1 : index
  func.call @k(%%x, %%o, %%lo, %%hi) : (memref<%[2]dxf32>, memref<%[3]dxf32>, index, index) -> ()
  return
}
func.func private @k(%%a: memref<%[2]dxf32>, %%o: memref<%[3]dxf32>, %%lo: index, %%hi: index)
    attributes {kernel.grid = 1 : index, kernel.lanes = %[2]d : i64, kernel.writes = array<i64: 1>} {
  %%zero = arith.constant dense<0.0> : vector<%[2]dxf32>
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%terms = arith.constant %[4]d : index
  %%x = vector.load %%a[%%c0] : memref<%[2]dxf32>, vector<%[2]dxf32>
  %%r:%[5]d = scf.for %%k = %%c0 to %%terms step %%c1 iter_args(%[6]s) -> (%[7]s) {
%[8]s      scf.yield %[9]s : %[7]s
  }
%[10]s  return
}
`, 2*sums*terms*lanes, lanes, sums*lanes, terms, sums, strings.TrimPrefix(head.String(), ", "), of, body.String(), strings.TrimPrefix(yield.String(), ", "), stores.String())
}

// copies is a program in kernel form that copies what the second-level cache holds.
func copies(lanes int64) string {
	const elements, vectors = 65536, 4
	var loads, stores strings.Builder
	for i := range vectors {
		fmt.Fprintf(&loads, "    %%c%d = arith.constant %d : index\n    %%a%[1]d = arith.addi %%at, %%c%[1]d : index\n    %%v%[1]d = vector.load %%x[%%a%[1]d] : memref<%[3]dxf32>, vector<%[4]dxf32>\n", i, int64(i)*lanes, elements, lanes)
		fmt.Fprintf(&stores, "    vector.store %%v%d, %%o[%%a%[1]d] : memref<%[2]dxf32>, vector<%[3]dxf32>\n", i, elements, lanes)
	}
	return fmt.Sprintf(`// work: %[1]d bytes
func.func @main(%%x: memref<%[2]dxf32>, %%o: memref<%[2]dxf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %%lo = arith.constant 0 : index
  %%hi = arith.constant %[3]d : index
  func.call @k(%%x, %%o, %%lo, %%hi) : (memref<%[2]dxf32>, memref<%[2]dxf32>, index, index) -> ()
  return
}
func.func private @k(%%x: memref<%[2]dxf32>, %%o: memref<%[2]dxf32>, %%lo: index, %%hi: index)
    attributes {kernel.grid = %[3]d : index, kernel.lanes = %[4]d : i64, kernel.writes = array<i64: 1>} {
  %%one = arith.constant 1 : index
  %%size = arith.constant %[5]d : index
  scf.for %%i = %%lo to %%hi step %%one {
    %%at = arith.muli %%i, %%size : index
%[6]s%[7]s  }
  return
}
`, 8*elements, elements, elements/(vectors*lanes), lanes, vectors*lanes, loads.String(), stores.String())
}

// processor names the kind of processor that runs the test.
func processor() string {
	return fmt.Sprintf("%s family %d model %d", cmp.Or(cpuid.CPU.VendorString, "unknown"), cpuid.CPU.Family, cpuid.CPU.Model)
}

// readShares reads what was recorded, by processor and program.
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
