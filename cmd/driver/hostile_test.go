package driver_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands/convert"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/hostbytes/hosttest"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes"
)

// TestHostilePrograms makes random changes to the programs of lit and testdata, such as extreme
// numbers and missing parts. Then it reads, verifies and prints each program, and tries each pass,
// lathe convert, and runs on ref, vm and jit. Each step must end with a result or a diagnostic,
// within limits of time and memory. LATHE_HOSTILE=N tries N programs, with the random seed N.
// LATHE_HOSTILE_OPS=nnvm tries only programs with an operation whose name begins with "nnvm", and
// prefers changes near it.
func TestHostilePrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("short tests run with the race detector, which makes many steps exceed the time limit")
	}
	n := 150
	if text := os.Getenv("LATHE_HOSTILE"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	h := newHostile(t, uint64(n))
	t.Setenv("TMPDIR", t.TempDir()) // passes can write files to this folder
	t.Chdir(t.TempDir())
	// Without this limit, a tensor could use all memory of the machine.
	hosttest.Limited(t, 8<<30, func() {
		for range n {
			h.try(h.change())
			if h.stuck > 3 {
				t.Error("stopped the test, because more than three steps did not end")
				break
			}
		}
	})
	t.Logf("%d changed programs, %d of them valid, %d runs of passes, %d programs compiled, %d runs; errors after passes: %v", h.changed, h.valid, h.passes, h.compiled, h.ran, h.invalid)
}

// hostile is the state of TestHostilePrograms.
type hostile struct {
	*sweep
	t         *testing.T
	rng       *rand.Rand
	bare      *ir.Registry
	specimens []specimen
	names     []string         // the names of operations
	holders   map[string][]int // by the name of an operation: the indices of the specimens that contain it

	changed, valid, passes, compiled, ran int
	stuck                                 int            // the number of goroutines that did not end
	invalid                               map[string]int // by pass: the number of programs that the pass made invalid
}

// specimen is a valid program: a whole file or one function of it.
type specimen struct{ text, generic string }

func newHostile(t *testing.T, seed uint64) *hostile {
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	bare, err := ir.NewRegistry(builtin.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	h := &hostile{t: t, sweep: &sweep{tool: tool, found: map[string]int{}, first: map[string]string{}}, rng: rand.New(rand.NewPCG(seed, 16)), bare: bare, holders: map[string][]int{}, invalid: map[string]int{}}
	for _, dir := range []string{"lit", "testdata"} {
		err := filepath.WalkDir(filepath.Join("../..", dir), func(path string, _ os.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".mlir" {
				h.addFile(path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	h.names = slices.DeleteFunc(slices.Sorted(maps.Keys(h.holders)), func(name string) bool { return !strings.HasPrefix(name, os.Getenv("LATHE_HOSTILE_OPS")) })
	return h
}

var chunkEnd = regexp.MustCompile(`(?m)^// -----.*\n`)

// addFile adds the valid programs of a file, and each function that is valid alone.
func (h *hostile) addFile(path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		return
	}
	for _, chunk := range chunkEnd.Split(string(text), -1) {
		m, err := h.read([]byte(chunk))
		if err != nil || len(chunk) > 20000 {
			continue
		}
		h.add(specimen{comment.ReplaceAllString(chunk, ""), generic(m)})
		if m.NumRegions() == 0 || m.RegionAt(0).Empty() {
			continue
		}
		for top := range m.RegionAt(0).Blocks[0].Ops() {
			if one, err := h.read([]byte(generic(top))); err == nil {
				var custom bytes.Buffer
				asm.Print(&custom, one, ir.NewPrintOptions())
				h.add(specimen{custom.String(), generic(one)})
			}
		}
	}
}

var comment = regexp.MustCompile(`(?m)^\s*//.*\n`)

func (h *hostile) add(s specimen) {
	if strings.Contains(s.generic, "kernel.grid") { // TestHostileKernels changes these
		return
	}
	m, err := h.read([]byte(s.generic))
	if err != nil {
		return
	}
	m.Walk(func(op *ir.Op) bool {
		at := h.holders[op.Name()]
		if n := len(at); n == 0 || at[n-1] != len(h.specimens) {
			h.holders[op.Name()] = append(at, len(h.specimens))
		}
		return true
	})
	h.specimens = append(h.specimens, s)
}

func (h *hostile) read(text []byte) (*ir.Op, error) {
	m, err := asm.Parse(h.tool.Registry(), diag.NewSource("hostile", text), asm.Options{AllowUnregistered: true})
	if err != nil {
		return nil, err
	}
	return m, ir.Verify(m)
}

const (
	hostileTime   = 3 * time.Second
	hostileLate   = 2 * time.Second // processor time that a step may use beyond hostileTime
	hostileMemory = 1 << 30
)

// try reads a changed program, prints it, and runs passes and engines on it.
func (h *hostile) try(text, what string) {
	h.changed++
	name := what + "\n" + text
	var m *ir.Op
	h.step(name, "reading", func(context.Context) error {
		var err error
		m, err = h.read([]byte(text))
		return err
	})
	if m == nil || ir.Verify(m) != nil {
		return
	}
	h.valid++
	h.step(name, "printing", func(context.Context) error { return h.again(m) })
	for _, p := range h.tool.Known().Passes() {
		h.passes++
		after := ir.CloneModule(m)
		h.step(name, "--"+p.Name, func(ctx context.Context) error { return h.passOn(ctx, after, p.Name) })
	}
	h.step(name, "convert", func(ctx context.Context) error {
		return convert.Run(ctx, h.tool, convert.Args{File: "-"}, strings.NewReader(text), io.Discard, io.Discard)
	})
	for _, engine := range []string{"ref", "vm", "jit"} {
		h.step(name, engine, func(ctx context.Context) error { return h.run(ctx, text, engine) })
	}
}

// errFound is an error that only a mistake in Lathe can cause.
type errFound struct{ error }

// step calls f. It reports a problem if f panics, ignores its context, allocates too much memory,
// or returns an errFound or an internal error.
func (h *hostile) step(program, what string, f func(ctx context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), hostileTime)
	defer cancel()
	done := make(chan error, 1)
	var over atomic.Bool
	go func() {
		defer func() {
			if v := recover(); v != nil {
				done <- errFound{fmt.Errorf("panics: %v\n%s", v, projectFrames(debug.Stack()))}
			}
		}()
		done <- f(ctx)
	}()
	began, tick := irtest.ProcessorTime(), time.NewTicker(20*time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			late := irtest.ProcessorTime() - began - hostileTime
			switch found := (errFound{}); {
			case errors.As(err, &found):
				h.report(program, what, found.Error())
			case err != nil && (strings.Contains(err.Error(), "BUG") || strings.Contains(err.Error(), "internal error")):
				h.report(program, what, "error: "+err.Error())
			case late > hostileLate:
				h.report(program, what, fmt.Sprintf("error: ends %d s after the deadline", int(late.Seconds())))
			case over.Load():
				h.report(program, what, "error: takes more than 1 GiB")
			}
			return
		case <-tick.C:
			if heapBytes() > hostileMemory && over.CompareAndSwap(false, true) {
				cancel()
			}
			if irtest.ProcessorTime()-began > 5*hostileTime {
				stacks := make([]byte, 1<<20)
				stacks = stacks[:runtime.Stack(stacks, true)]
				h.report(program, what, "error: does not end; it is running "+busy(stacks))
				h.stuck++
				return
			}
		}
	}
}

// report fails the test with the first problem of each kind.
func (h *hostile) report(program, what, problem string) {
	before := len(h.found)
	if h.problem(program, what, problem); len(h.found) > before {
		h.t.Errorf("%s: %s\n%s", what, problem, program)
	}
}

// busy returns the stack of the first running goroutine that is not in hostile.step, or all stacks.
func busy(stacks []byte) string {
	for _, g := range strings.Split(string(stacks), "\n\n") {
		if head, _, _ := strings.Cut(g, "\n"); strings.Contains(head, "[run") && !strings.Contains(g, "hostile).step(0x") {
			return projectFrames([]byte("panic(" + g))
		}
	}
	return string(stacks)
}

func heapBytes() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// again prints m, parses the text, and prints the result, in custom and generic form. It returns an
// error if a text does not parse, or if the two texts differ.
func (h *hostile) again(m *ir.Op) error {
	for _, form := range []bool{false, true} {
		o := ir.NewPrintOptions()
		o.Generic = form
		var text, again bytes.Buffer
		asm.Print(&text, m, o)
		n, err := h.read(text.Bytes())
		if err != nil {
			return errFound{fmt.Errorf("error: the printed text cannot be parsed: %w", err)}
		}
		if asm.Print(&again, n, o); !bytes.Equal(text.Bytes(), again.Bytes()) {
			return errFound{errors.New("error: the printed text parses as another program")}
		}
	}
	return nil
}

func (h *hostile) passOn(ctx context.Context, m *ir.Op, name string) error {
	p := &passes.Pipeline{Anchor: m.Name()}
	if err := h.tool.Known().AddTo(p, name, "", diag.Span{}); err != nil {
		return nil // the pass needs options
	}
	manager := passes.Manager{Workers: 1, NoVerify: true, Canonical: h.tool.Canonical(), Known: h.tool.Known(), Out: io.Discard, LocalFiles: true, Report: func(*diag.Diagnostic) {}}
	err := manager.Run(ctx, m, p)
	if crash := (*passes.PassError)(nil); errors.As(err, &crash) && crash.Panic {
		return errFound{fmt.Errorf("panics: %v\n%s", crash.Err, projectFrames(crash.Stack))}
	}
	if err != nil {
		return err
	}
	if err := ir.Verify(m); err != nil {
		// Invalid programs are only counted: users see an error of the pass manager's verifier.
		h.invalid[name]++
		if os.Getenv("LATHE_HOSTILE_INVALID") != "" {
			return errFound{fmt.Errorf("error: makes an invalid program: %w", err)}
		}
	}
	return nil
}

// run compiles a program and runs it on zeros.
func (h *hostile) run(ctx context.Context, text, engine string) error {
	m, err := compile.Parse("hostile", []byte(text))
	if err != nil {
		return nil // the program has unregistered operations
	}
	e, err := compile.Module(ctx, m, compile.Options{Backend: engine, Threads: 1})
	if crash := (*passes.PassError)(nil); errors.As(err, &crash) && crash.Panic {
		return errFound{fmt.Errorf("panics: %v\n%s", crash.Err, projectFrames(crash.Stack))}
	}
	if err != nil {
		return err
	}
	defer e.Close()
	h.compiled++
	var inputs []*tensor.Tensor
	for _, t := range e.Inputs() {
		shape, _ := t.Shape()
		shape, most := slices.Clone(shape), 1<<20
		for i, n := range shape {
			if n == ir.Dynamic {
				shape[i] = 2
			}
			if shape[i] > int64(most) {
				return nil
			}
			most /= max(1, int(shape[i]))
		}
		x, err := tensor.TryNew(t.Kind(), shape...)
		if err != nil {
			return err
		}
		inputs = append(inputs, x)
	}
	h.ran++
	_, err = e.Run(ctx, inputs...)
	return err
}
