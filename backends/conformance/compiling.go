package conformance

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/ir/diag"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// checkOpen checks that Open fails if a property or the number of threads is invalid, or if the
// device cannot be used. The error must name the device, and Available must not return the backend
// of this device as usable. A device must have the name with which it was opened.
func checkOpen(s *suite) {
	b := s.open()
	if info := b.Info(); info.Device != s.device() || info.Name == "" || info.Doc == "" {
		s.Errorf("the device, the name or the description of the backend is wrong: %+v", info)
	}
	cfg := s.config()
	cfg.Properties = map[string]any{"no-such-property": 1}
	_, err := s.Factory.Open(cfg)
	s.is(err, backends.ErrUnknownProperty, "a property that no device has")
	cfg.Properties = map[string]any{backends.ThreadsProperty: -1}
	_, err = s.Factory.Open(cfg)
	s.is(err, backends.ErrBadValue, "a negative number of threads")
	missing := errors.New("its driver is missing")
	broken := s.Factory
	broken.Name, broken.Divided = "broken", false
	broken.Open = func(backends.Config) (backends.Backend, error) { return nil, missing }
	r := backends.NewRegistry([]backends.Factory{broken, s.Factory}, s.config())
	defer r.Close()
	_, err = r.Open(device.Named("broken.3"))
	s.says(err, "'broken.3'", "driver is missing")
	s.is(err, missing, "a device that the backend cannot open")
	usable, refused := r.Available()
	if len(refused) != 1 {
		s.Fatalf("refused: %v", refused)
	}
	s.says(refused[0], "'broken'", "driver is missing")
	if !s.Factory.Divided && !slices.Equal(usable, []string{s.Factory.Name}) {
		s.Errorf("usable: %v", usable)
	}
}

// checkRegister checks that a factory cannot be registered twice, under an empty name, or under a
// name with a dot. If a device is opened twice, the second call must return the same backend. The
// backend must report its version.
func checkRegister(s *suite) {
	r := backends.NewRegistry(nil, s.config())
	s.ok(r.Register(s.Factory))
	s.says(r.Register(s.Factory), "'"+s.Factory.Name+"'", "twice")
	dotted := s.Factory
	dotted.Name += ".x"
	s.says(r.Register(dotted), "'"+dotted.Name+"'")
	nameless := s.Factory
	nameless.Name = ""
	s.says(r.Register(nameless), "''")
	if fs := r.Factories(); len(fs) != 1 || fs[0].Name != s.Factory.Name {
		s.Errorf("after failed registrations, %d factories are registered, expected one", len(fs))
	}
	b, err := r.Open(device.Named(s.device()))
	s.ok(err)
	again, err := r.Open(device.Named(s.device()))
	s.ok(err)
	if b != again {
		s.Error("one device was opened twice")
	}
	v, err := b.Properties().Get(backends.VersionProperty)
	s.ok(err)
	if b.Info().Version == "" || v != b.Info().Version {
		s.Errorf("the version in Info is %q, and the property has %q", b.Info().Version, v)
	}
	s.ok(r.Close())
}

// checkCompile checks that Compile does not change the module, and that later changes of the module
// do not affect the program. The properties of a call must apply only to the program that the call
// compiles.
func checkCompile(s *suite) {
	b := s.open()
	m := s.module(chain)
	before, hash := asm.String(m.Op), ir.EquivHash(m.Op)
	p, err := b.Compile(background(), m, backends.CompileOptions{})
	s.usable(err)
	s.runs(p, 1)
	if after := asm.String(m.Op); after != before || ir.EquivHash(m.Op) != hash {
		s.Errorf("after the compilation, the module is\n%s\nbut before it was\n%s", after, before)
	}
	m.Op.Walk(func(op *ir.Op) bool { op.SetDiscardable("t.note", ir.NewString("changed")); return true })
	s.runs(p, 2)
	s.ok(p.Close())
	if v := s.streams(b, map[string]any{backends.StreamsProperty: 4}); v != 4 {
		s.Errorf("a program compiled with 4 streams has %v streams", v)
	}
	if v := s.streams(b, nil); v != 0 {
		s.Errorf("after a call with 4 streams, a program compiled without this property has %v streams", v)
	}
}

// streams compiles the program in the constant "chain" with the given properties and returns the
// program's value of the property "streams".
func (s *suite) streams(b backends.Backend, values map[string]any) any {
	s.Helper()
	p := optional[backends.Configured](s, s.compile(b, chain, values), "properties")
	v, err := p.Properties().Get(backends.StreamsProperty)
	s.ok(err)
	return v
}

// checkCompilePath checks that a text in a file and the same text in memory compile to the same
// program.
func checkCompilePath(s *suite) {
	b := s.open()
	file := filepath.Join(s.TempDir(), "some.mlir")
	s.ok(os.WriteFile(file, []byte(chain), 0o644))
	text, err := os.ReadFile(file)
	s.ok(err)
	var keys, blobs []string
	for _, src := range []*diag.Source{diag.NewSource(file, text), diag.NewSource("", []byte(chain))} {
		op, err := asm.Parse(s.Registry, src, asm.Options{})
		s.ok(err)
		m, _ := ir.As[ir.Module](op)
		if s.Prepare != nil {
			m = s.Prepare(s.T, m)
		}
		p, err := b.Compile(background(), m, backends.CompileOptions{})
		s.usable(err)
		defer p.Close()
		s.runs(p, 3)
		k, err := cache.Open("", cache.Options{}).Key(b, m, backends.CompileOptions{})
		s.ok(err)
		keys = append(keys, k.Sum())
		var blob bytes.Buffer
		if x, ok := p.(backends.Exporter); ok {
			s.ok(x.Export(&blob))
		}
		blobs = append(blobs, blob.String())
	}
	if keys[0] != keys[1] || blobs[0] != blobs[1] {
		s.Errorf("from a file: key %s, %d bytes; from memory: key %s, %d bytes", keys[0], len(blobs[0]), keys[1], len(blobs[1]))
	}
}

// checkCompileMemory checks that a program runs on buffers of its device that were allocated before
// it was compiled. If the backend is not a MemoryOwner, MemoryOf must fail with ErrUnsupported.
func checkCompileMemory(s *suite) {
	b := s.open()
	m, err := backends.MemoryOf(b)
	if _, owner := b.(backends.MemoryOwner); !owner {
		s.is(err, backends.ErrUnsupported, "the memory of a device that offers no memory")
		return
	}
	s.ok(err)
	in := chainInputs(8)
	var ins, outs []backends.Buffer
	for _, t := range append(in, chainWants(in)...) {
		buf, err := m.NewBuffer(t.Kind, t.Shape...)
		s.ok(err)
		defer buf.Close()
		if len(ins) < len(in) {
			s.ok(buf.Write(t))
			ins = append(ins, buf)
		} else {
			outs = append(outs, buf)
		}
	}
	p := optional[backends.BufferRunner](s, s.compile(b, chain, nil), "run-buffers")
	s.ok(p.RunBuffers(background(), ins, outs))
	var got []*tensor.Tensor
	for _, buf := range outs {
		t := tensor.New(buf.Kind(), buf.Shape()...)
		s.ok(buf.Read(t))
		got = append(got, t)
	}
	s.equal(got, chainWants(in))
}

// checkPipeline checks that Query agrees with Compile. If a program compiles, Query must report all
// of its operations as supported. A program with an operation that Query refuses must not compile,
// or must fail when it runs.
func checkPipeline(s *suite) {
	b := s.open()
	for _, text := range []string{chain, counter, pairs} {
		for _, a := range s.query(b, s.module(text)) {
			if !a.Supported {
				s.Errorf("'%s' is refused: %s", a.Op.Name(), a.Reason)
			}
		}
		s.compile(b, text, nil)
	}
	if s.Factory.Divided {
		s.refuses(b, s.parse(chain), chainOps) // operations outside of clusters must be refused
		return
	}
	s.refuses(b, s.parse(strange), 1)
}

// strange is the program in the constant "chain" with an unsupported operation in the middle.
var strange = strings.Replace(chain, "stablehlo.multiply %0, %y : tensor<2x3xf32>",
	`stablehlo.custom_call @unknown(%0, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>`, 1)

// checkQuery checks that a query returns an answer for each operation, in order. Each answer must
// say that the operation is supported, or have a reason. A second query must give the same answers,
// and the module must not change.
func checkQuery(s *suite) {
	b := s.open()
	for _, m := range []ir.Module{s.module(chain), s.module(counter), s.parse(strange)} {
		f, err := fn.Entry(m, "")
		s.ok(err)
		before := asm.String(m.Op)
		first, again := s.query(b, m), s.query(b, m)
		n := 0
		for op := range f.Entry().Ops() {
			if op.Terminator() {
				break
			}
			if a := first[n]; a.Op != op || a.Supported == (a.Reason != "") {
				s.Errorf("the answer for '%s' names the operation '%s', with Supported = %v and Reason = %q; only a refused operation must have a reason", op.Name(), a.Op.Name(), a.Supported, a.Reason)
			}
			if first[n].Supported != again[n].Supported || first[n].Reason != again[n].Reason {
				s.Errorf("the first answer for '%s' is %+v, and the second is %+v", op.Name(), first[n], again[n])
			}
			n++
		}
		if asm.String(m.Op) != before {
			s.Error("the query changed the module")
		}
	}
	ctx, cancel := context.WithCancel(background())
	cancel()
	m := s.module(chain)
	f, err := fn.Entry(m, "")
	s.ok(err)
	// A fast query may return answers even if the context has ended.
	if as, err := b.Query(ctx, f); !errors.Is(err, context.Canceled) && len(as) != len(s.query(b, m)) {
		s.Errorf("a query whose context had ended returned %d answers, %v", len(as), err)
	}
}

// refuses fails unless b refuses the given number of operations of m, each with a reason that names
// the operation. m must not compile, or must fail when it runs.
func (s *suite) refuses(b backends.Backend, m ir.Module, count int) {
	s.Helper()
	refused := 0
	for _, a := range s.query(b, m) {
		if !a.Supported {
			refused++
			if !strings.Contains(a.Reason, "'"+a.Op.Name()+"'") {
				s.Errorf("the reason for refusing an operation must contain the operation's name in single quotes, '%s', but is %q", a.Op.Name(), a.Reason)
			}
		}
	}
	if refused != count {
		s.Errorf("%d operations are refused, expected %d", refused, count)
	}
	if p, err := b.Compile(background(), m, backends.CompileOptions{}); err == nil {
		if _, err = p.Run(background(), chainInputs(1)); err == nil {
			s.Error("a program with refused operations compiles and runs")
		}
		s.ok(p.Close())
	}
}

func (s *suite) query(b backends.Backend, m ir.Module) []irplace.Answer {
	f, err := fn.Entry(m, "")
	s.ok(err)
	as, err := b.Query(background(), f)
	s.ok(err)
	if want := f.Entry().Len() - 1; len(as) != want {
		s.Fatalf("%d answers for %d operations", len(as), want)
	}
	return as
}
