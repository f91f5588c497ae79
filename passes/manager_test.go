package passes_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes"
)

func module(t *testing.T, functions int) *ir.Op {
	t.Helper()
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i := range functions {
		fmt.Fprintf(&b, "func.func @f%d() { return }\n", i)
	}
	op, err := asm.Parse(reg, diag.NewSource("test", []byte(b.String())), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return op
}

type talkOptions struct {
	Word  string   `opt:"word" help:"what to say"`
	Times int      `opt:"times" help:"how often"`
	Loud  bool     `opt:"loud" help:"say it loud"`
	Names []string `opt:"names" help:"names to greet"`
}

// talk returns a pass that reports, prints, logs and counts something for every function.
func talk() passes.Pass {
	return passes.OnWith("talk", "say things", talkOptions{Word: "hello", Times: 1}, func(r *passes.Run, f fn.Func, o talkOptions) error {
		r.Note(diag.Remarkf(diag.Span{}, "%s %s", o.Word, f.SymName()))
		fmt.Fprintln(r.Out, f.SymName())
		r.Log.Add(decision.Entry{Rule: f.SymName()})
		r.Count("said", o.Times)
		if strings.HasSuffix(f.SymName(), "7") && o.Loud {
			return ir.Errorf(f.Op, "is too loud")
		}
		return nil
	})
}

// TestReproducerOfCanceled checks that a canceled pipeline is not run again, and that its reproducer
// is not written.
func TestReproducerOfCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	runs := 0
	stop := passes.On("stop", "cancel the context", func(r *passes.Run, _ *ir.Op) error {
		runs++
		cancel()
		return r.Ctx.Err()
	})
	file := filepath.Join(t.TempDir(), "reproducer.mlir")
	m := passes.Manager{Reproducer: &passes.Reproducer{File: file, Local: true}}
	p := &passes.Pipeline{Anchor: passes.Any}
	err := m.Run(ctx, module(t, 1), p.Add(stop))
	if _, e := os.Stat(file); !errors.Is(err, context.Canceled) || runs != 1 || !errors.Is(e, fs.ErrNotExist) {
		t.Errorf("got error %v after %d runs of the pass, and error %v for the reproducer's file; want a canceled context, 1 run and no file", err, runs, e)
	}
}

// TestCanceledOnce checks that the error of a canceled run on many functions names the cancellation
// only once.
func TestCanceledOnce(t *testing.T) {
	for _, workers := range []int{1, 4} {
		ctx, cancel := context.WithCancel(t.Context())
		stop := passes.On("stop", "cancel the context", func(r *passes.Run, _ fn.Func) error {
			cancel()
			return r.Ctx.Err()
		})
		p := &passes.Pipeline{Anchor: "builtin.module"}
		err := (&passes.Manager{Workers: workers}).Run(ctx, module(t, 50), p.Add(stop))
		if !errors.Is(err, context.Canceled) || strings.Count(err.Error(), "canceled") != 1 {
			t.Errorf("%d workers: got error %v, want one context.Canceled", workers, err)
		}
	}
}

// TestApplyNil checks that a missing context or operation is an error.
func TestApplyNil(t *testing.T) {
	var missing context.Context
	if passes.Apply(missing, module(t, 1), talk()) == nil || passes.Apply(t.Context(), nil, talk()) == nil {
		t.Error("Apply without a context or an operation returned no error")
	}
}

// The output of a parallel run does not depend on the number of workers.
func TestWorkers(t *testing.T) {
	run := func(workers int) string {
		var said strings.Builder
		op, log := module(t, 50), decision.New()
		m := &passes.Manager{Workers: workers, Out: &said, Log: log, Stats: &passes.Stats{},
			Report: func(d *diag.Diagnostic) { said.WriteString(d.Message + "\n") }}
		k, err := passes.NewKnown([]passes.Pass{talk()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := passes.Parse("builtin.module(func.func(talk{loud word=hi}))", k)
		if err != nil {
			t.Fatal(err)
		}
		err = m.Run(context.Background(), op, p)
		for _, d := range diag.All(err) {
			said.WriteString(d.Message + "\n")
		}
		log.WriteText(&said)
		m.Stats.Write(&said, true)
		return said.String()
	}
	one := run(1)
	if n := strings.Count(one, "is too loud"); n != 5 {
		t.Errorf("got %d errors, want 5", n)
	}
	if !strings.Contains(one, "(S) 50 said") {
		t.Errorf("the output has no statistics:\n%s", one)
	}
	// With one worker, the output for a function is before the remark about it. In a parallel run,
	// the remark is first. So only parallel runs are compared.
	if a, b := run(4), run(3); a != b {
		t.Errorf("the output of four workers is\n%sand the output of three workers is\n%s", a, b)
	}
}

// TestLack: if the host has too little memory for a constant, the pass fails with an error, which
// is not reported as a panic.
func TestLack(t *testing.T) {
	p := passes.On("large", "folds too much", func(_ *passes.Run, f fn.Func) error {
		tensor.New(tensor.F32, 1<<45)
		return nil
	})
	err := passes.Apply(context.Background(), module(t, 8), p)
	var lack *hostbytes.Lack
	var failed *passes.PassError
	if !errors.As(err, &lack) || !errors.As(err, &failed) || failed.Panic {
		t.Fatalf("got error %v, expected a *hostbytes.Lack in a *passes.PassError that is not a panic", err)
	}
	if !strings.Contains(err.Error(), "pass 'large' lacks memory for a constant: the allocation needs 140737488355328 bytes") {
		t.Errorf("got error %v, expected the pass and the size of the allocation", err)
	}
}

func TestPanic(t *testing.T) {
	p := passes.On("boom", "crash", func(_ *passes.Run, f fn.Func) error { panic("BUG: oops") })
	err := passes.Apply(context.Background(), module(t, 1), p)
	var e *passes.PassError
	if !errors.As(err, &e) || !e.Panic || e.Pass != "boom" || e.On != "'func.func' operation: @f0" {
		t.Fatalf("got error %v, expected a panic of pass boom on @f0", err)
	}
	if !strings.Contains(err.Error(), "pass 'boom' crashed on 'func.func' operation: @f0: BUG: oops") {
		t.Errorf("got error %v, expected that pass boom crashed on @f0 with its message", err)
	}
}

// The error about an invalid program names the pass that produced it.
func TestVerifyEach(t *testing.T) {
	spoil := passes.On("spoil", "remove the terminator", func(_ *passes.Run, f fn.Func) error {
		f.Entry().Last().Erase()
		return nil
	})
	err := passes.Apply(context.Background(), module(t, 1), spoil)
	var e *passes.PassError
	if !errors.As(err, &e) || e.Pass != "spoil" || !strings.Contains(err.Error(), "empty block: expect at least a terminator") {
		t.Errorf("got error %v, expected one of pass spoil about an empty block", err)
	}
}

func TestAfter(t *testing.T) {
	late := talk()
	late.Name, late.After = "late", []string{"talk"}
	err := passes.Apply(context.Background(), module(t, 1), late, talk())
	if err == nil || err.Error() != "pass 'late' must run after 'talk', but is before it" {
		t.Errorf("got error %v, expected that late must run after talk", err)
	}
	if err := passes.Apply(context.Background(), module(t, 1), talk(), late); err != nil {
		t.Error(err)
	}
}

// Parsing the printed text of a pipeline gives the same pipeline.
func TestPipelineText(t *testing.T) {
	k, err := passes.NewKnown([]passes.Pass{talk()}, []passes.Named{passes.Alias("twice", "talk twice", "func.func(talk),func.func(talk{word=again})")})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"talk": `builtin.module(func.func(talk{loud=false  times=1 word=hello}))`,
		` builtin.module( any( talk{ word="a b" times=0x10 names=x,y } ) ) `: `builtin.module(any(func.func(talk{loud=false names={x,y} times=16 word={a b}})))`,
		"builtin.module(twice)": `builtin.module(func.func(talk{loud=false  times=1 word=hello}),func.func(talk{loud=false  times=1 word=again}))`,
		"func.func()":           `func.func()`,
		`func.func(talk{word="a'b" names={"c'd,e",(f)}})`: `func.func(talk{loud=false names={"c'd,e",(f)} times=1 word="a'b"})`,
		`func.func(talk{word='a"b' names={"("}})`:         `func.func(talk{loud=false names={"("} times=1 word='a"b'})`,
	} {
		p, err := passes.Parse(text, k)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := p.String(); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
		again, err := passes.Parse(p.String(), k)
		if err != nil || again.String() != want {
			t.Errorf("%s: parsing the printed text gives pipeline %v and error %v", text, again, err)
		}
		if dump, err := passes.Parse(p.Dump(), k); err != nil || dump.String() != want {
			t.Errorf("%s: parsing the dump gives pipeline %v and error %v", text, dump, err)
		}
	}
}
