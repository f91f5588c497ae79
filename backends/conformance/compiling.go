package conformance

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/placement"
)

// checkOpen: Open fails where a property or the number of threads makes no sense, and a
// device has the name that it was opened by.
func checkOpen(s *suite) {
	b := s.open()
	if info := b.Info(); info.Device != s.device() || info.Name == "" || info.Version == "" || info.Doc == "" {
		s.Errorf("the backend says that it is %+v", info)
	}
	cfg := s.config()
	cfg.Properties = map[string]any{"no-such-property": 1}
	_, err := s.Factory.Open(cfg)
	s.is(err, backends.ErrUnknownProperty, "a property that nobody has")
	cfg.Properties = map[string]any{backends.ThreadsProperty: -1}
	_, err = s.Factory.Open(cfg)
	s.is(err, backends.ErrBadValue, "a negative number of threads")
}

// checkRegister: a factory registers once, under a name without a dot, and can open.
func checkRegister(s *suite) {
	r := backends.NewRegistry(nil, backends.Config{})
	s.ok(r.Register(s.Factory))
	s.says(r.Register(s.Factory), "'"+s.Factory.Name+"'", "twice")
	dotted := s.Factory
	dotted.Name += ".x"
	s.says(r.Register(dotted), "'"+dotted.Name+"'")
	s.says(r.Register(backends.Factory{Name: "nothing"}), "'nothing'")
	broken := backends.Factory{Name: "broken", Open: func(backends.Config) (backends.Backend, error) {
		return nil, errors.New("its driver is missing")
	}}
	s.ok(r.Register(broken))
	usable, refused := r.Available()
	if len(refused) != 1 || !strings.Contains(refused[0].Error(), "'broken'") || !strings.Contains(refused[0].Error(), "driver is missing") {
		s.Errorf("refused: %v", refused)
	}
	if !s.Factory.Divided && !slices.Equal(usable, []string{s.Factory.Name}) {
		s.Errorf("usable: %v", usable)
	}
	s.ok(r.Close())
}

// checkCompileCopy: Compile changes nothing in the module.
func checkCompileCopy(s *suite) {
	b := s.open()
	m := s.module(chain)
	before, hash := asm.String(m.Op), ir.EquivHash(m.Op)
	p, err := b.Compile(background(), m, backends.CompileOptions{})
	s.usable(err)
	s.runs(p, 1)
	s.ok(p.Close())
	if after := asm.String(m.Op); after != before || ir.EquivHash(m.Op) != hash {
		s.Errorf("compilation made\n%s\nof\n%s", after, before)
	}
}

// checkPrecedence: what a call says beats what is set on the backend, which beats how it
// was opened, which beats the default.
func checkPrecedence(s *suite) {
	cfg := s.config()
	cfg.Properties = map[string]any{backends.StreamsProperty: 3}
	b, err := s.Factory.Open(cfg)
	s.usable(err)
	defer b.Close()
	streams := func(values map[string]any) any {
		p := optional[backends.Configured](s, s.compile(b, chain, values), "properties")
		v, err := p.Properties().Get(backends.StreamsProperty)
		s.ok(err)
		return v
	}
	if v := streams(nil); v != 3 {
		s.Errorf("opened with 3, but it is %v", v)
	}
	s.ok(b.Properties().Set(backends.StreamsProperty, 2))
	if v := streams(nil); v != 2 {
		s.Errorf("set to 2, but it is %v", v)
	}
	if v := streams(map[string]any{backends.StreamsProperty: 1}); v != 1 {
		s.Errorf("called with 1, but it is %v", v)
	}
	if v := streams(nil); v != 2 {
		s.Errorf("a call with 1 made it %v for others", v)
	}
	_, err = b.Compile(background(), s.module(chain), backends.CompileOptions{Properties: map[string]any{"no-such-property": 1}})
	s.is(err, backends.ErrUnknownProperty, "compiling with a property that nobody has")
}

// checkQuery: a backend that takes all operations compiles the program; of one that it
// does not take it says why. Nothing is changed.
func checkQuery(s *suite) {
	b := s.open()
	for _, text := range []string{chain, counter} {
		m := s.module(text)
		before := asm.String(m.Op)
		for _, a := range s.query(b, m) {
			if !a.Supported && a.Reason == "" {
				s.Errorf("'%s' is refused without a reason", a.Op.Name())
			}
			if !a.Supported {
				s.Errorf("'%s' is refused: %s", a.Op.Name(), a.Reason)
			}
		}
		if asm.String(m.Op) != before {
			s.Error("the query changed the module")
		}
		s.compile(b, text, nil)
	}
	if s.Factory.Divided {
		s.refuses(b, s.parse(chain), chainOps) // nothing may stand outside of clusters
		return
	}
	s.refuses(b, s.parse(strings.Replace(chain, "stablehlo.multiply %0, %y : tensor<2x3xf32>",
		`stablehlo.custom_call @nobody(%0, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>`, 1)), 1)
}

// refuses fails unless b refuses so many operations of m, with reasons that name them, and
// does not compile it.
func (s *suite) refuses(b backends.Backend, m ir.Module, count int) {
	s.Helper()
	refused := 0
	for _, a := range s.query(b, m) {
		if !a.Supported {
			refused++
			if !strings.Contains(a.Reason, "'"+a.Op.Name()+"'") {
				s.Errorf("refused '%s' because of %q", a.Op.Name(), a.Reason)
			}
		}
	}
	if refused != count {
		s.Errorf("%d operations are refused, expected %d", refused, count)
	}
	if p, err := b.Compile(background(), m, backends.CompileOptions{}); err == nil {
		if _, err = p.Run(background(), chainInputs(1)); err == nil {
			s.Error("what was refused compiles and runs")
		}
		s.ok(p.Close())
	}
}

// query asks for the operations of @main.
func (s *suite) query(b backends.Backend, m ir.Module) []placement.Answer {
	f, err := backends.Entry(m, "")
	s.ok(err)
	as, err := b.Query(background(), f)
	s.ok(err)
	if want := f.Entry().Len() - 1; len(as) != want {
		s.Fatalf("%d answers for %d operations", len(as), want)
	}
	return as
}

// pairs is a program with work for passes: twice, two equal sums and their product. In two
// halves, each has all of it.
const pairs = `
func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.add %x, %y : tensor<2x3xf32>
  %1 = stablehlo.add %x, %y : tensor<2x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %3 = stablehlo.add %2, %x : tensor<2x3xf32>
  %4 = stablehlo.add %2, %x : tensor<2x3xf32>
  %5 = stablehlo.multiply %3, %4 : tensor<2x3xf32>
  return %5 : tensor<2x3xf32>
}`

// checkPasses: a pass is left out, put in or vetoed by name, which changes what is executed
// and no results; one that nobody knows is an error.
func checkPasses(s *suite) {
	b := s.open()
	_, err := b.Compile(background(), s.module(pairs), backends.CompileOptions{Properties: map[string]any{backends.DisableProperty: "fuzion"}})
	s.is(err, backends.ErrBadValue, "a pass that nobody has")
	s.says(err, "'fuzion'", "fusion")
	var want []*tensor.Tensor
	run := func(disable, enable string, veto bool) (calls, steps int) {
		o := backends.CompileOptions{Properties: map[string]any{backends.DisableProperty: disable, backends.EnableProperty: enable}}
		o.Kernels = func(_, text string) { calls += strings.Count(text, "call @") }
		if veto {
			o.Veto = func(pass string, _ uint32) bool { return pass == "fusion" }
		}
		p, err := b.Compile(background(), s.module(pairs), o)
		s.usable(err)
		defer p.Close()
		out, err := p.Run(background(), chainInputs(3))
		s.ok(err)
		if want == nil {
			want = out
		}
		s.equal(out, want)
		return calls, strings.Count(optional[backends.Graphed](s, p, "runtime-graph").RuntimeGraph(), `"lathe.step"`)
	}
	usual, usualSteps := run("", "", false)
	if usual == 0 { // it makes no kernels, so there is nothing to fuse
		if _, steps := run("", "cse", false); steps >= usualSteps {
			s.Errorf("%d steps with cse, %d without it", steps, usualSteps)
		}
		if _, steps := run("cse", "cse", false); steps != usualSteps {
			s.Errorf("%d steps with cse both disabled and enabled, %d usually", steps, usualSteps)
		}
		return
	}
	without, _ := run("fusion", "", false)
	if without <= usual {
		s.Errorf("%d calls of kernels without fusion, %d with it", without, usual)
	}
	if vetoed, _ := run("", "", true); vetoed != without {
		s.Errorf("%d calls of kernels with a veto against all fusion, %d without fusion", vetoed, without)
	}
	if with, _ := run("fusion", "cse", false); with >= without {
		s.Errorf("%d calls of kernels with cse, %d without it", with, without)
	}
	if with, _ := run("fusion,cse", "cse", false); with != without {
		s.Errorf("%d calls of kernels with cse both disabled and enabled, %d usually", with, without)
	}
}

// checkCapabilities: the property lists the optional interfaces that the backend has.
func checkCapabilities(s *suite) {
	b := s.open()
	v, err := b.Properties().Get(backends.CapabilitiesProperty)
	s.ok(err)
	if !slices.Equal(v.([]string), backends.Capabilities(b)) {
		s.Errorf("the property lists %v, but there are %v", v, backends.Capabilities(b))
	}
	p := s.compile(b, chain, nil)
	_, imports := b.(backends.Importer)
	if x, exports := p.(backends.Exporter); exports != imports {
		s.Errorf("import: %v, but export: %v", imports, exports)
	} else if exports {
		s.ok(x.Export(&bytes.Buffer{}))
	}
}
