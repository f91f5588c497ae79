package conformance

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// checkRuntimeGraph checks that the text of the runtime graph can be parsed. The graph must contain
// all operations of the program, including an operation whose result is not used.
func checkRuntimeGraph(s *suite) {
	b := s.open()
	optional[backends.Graphed](s, s.compile(b, chain, nil), "runtime-graph")
	unread := strings.Replace(chain, "  %1 =", "  %unread = stablehlo.multiply %x, %y : tensor<2x3xf32> loc(\"unread\")\n  %1 =", 1)
	text := optional[backends.Graphed](s, s.compile(b, unread, nil), "runtime-graph").RuntimeGraph()
	if _, err := asm.Parse(s.Registry, diag.NewSource("graph", []byte(text)), asm.Options{AllowUnregistered: true}); err != nil {
		s.Fatalf("%v in\n%s", err, text)
	}
	for _, name := range []string{"stablehlo.add first", "stablehlo.multiply second", "stablehlo.add third", "stablehlo.multiply unread"} {
		if !strings.Contains(text, `"`+name+`"`) {
			s.Errorf("'%s' is not in the graph:\n%s", name, text)
		}
	}
	for _, attr := range []string{"order", "exec", "precision", "ops"} {
		if !strings.Contains(text, attr+" = ") {
			s.Errorf("the graph has no attribute '%s'", attr)
		}
	}
}

// checkProfile checks that every operation has a record. The times of executed operations must be
// positive, and their sum must be at most the time of the run. The record of an operation that was
// fused into another operation must name an operation that was executed.
func checkProfile(s *suite) {
	b := s.open()
	profiled := optional[backends.Profiled](s, s.compile(b, chain, nil), "profile")
	var profile backends.Profile
	in := chainInputs(1)
	out, err := profiled.RunProfiled(background(), in, &profile)
	s.ok(err)
	s.equal(out, chainWants(in))
	s.recordsOf(&profile)
	r, want := s.request(map[string]any{backends.ProfilingProperty: true})
	s.ok(r.Do(background()))
	s.gave(r, want)
	kept, err := r.Profile()
	s.ok(err)
	s.recordsOf(kept)
	var trace bytes.Buffer
	s.ok(backends.WriteTrace(&trace, &profile, kept))
	if !json.Valid(trace.Bytes()) || !strings.Contains(trace.String(), `"ph":"X"`) {
		s.Errorf("the trace is not valid JSON or has no events: %s", trace.String())
	}
}

// checkFusedHost checks that an operation that was fused into another operation has the status
// OPTIMIZED_OUT. Its record must name the operation that does its work, which must be executed on
// the same device. Without fusion, every operation must be executed.
func checkFusedHost(s *suite) {
	b := s.open()
	for _, disable := range []string{"", "fusion"} {
		p := optional[backends.Profiled](s, s.compile(b, chain, map[string]any{backends.DisableProperty: disable}), "profile")
		var profile backends.Profile
		_, err := p.RunProfiled(background(), chainInputs(1), &profile)
		s.ok(err)
		s.recordsOf(&profile)
		byID := map[uint32]backends.Record{}
		for _, r := range profile.Records {
			byID[r.Op] = r
		}
		for _, r := range profile.Records {
			host := byID[r.Host]
			switch {
			case r.Status == backends.NotRun:
				s.Errorf("'%s' was not run", r.Name)
			case r.Status == backends.OptimizedOut && disable != "":
				s.Errorf("without fusion, '%s' was optimized out", r.Name)
			case r.Status == backends.OptimizedOut && (host.Device != r.Device || host.Place == "" || host.Exec == ""):
				s.Errorf("'%s' was optimized out, but the operation that does its work was not executed on the same device: %+v", r.Name, host)
			}
		}
	}
}

func (s *suite) recordsOf(p *backends.Profile) {
	s.Helper()
	byID := map[uint32]backends.Record{}
	named := 0
	for _, r := range p.Records {
		if r.Place == "first" || r.Place == "second" || r.Place == "third" {
			named++
		}
		if r.Device == "" || r.Name == "" {
			s.Errorf("a record without a name or a device: %+v", r)
		}
		if old, ok := byID[r.Op]; !ok || old.Status != backends.Executed {
			byID[r.Op] = r
		}
	}
	if named != chainOps {
		s.Errorf("%d of %d operations have a record: %+v", named, chainOps, p.Records)
	}
	for _, r := range byID {
		switch {
		case r.Status == backends.NotRun:
			s.Errorf("'%s' was not run: %+v", r.Name, r)
		case r.Status == backends.Executed && (r.Took <= 0 || r.Busy < 0 || r.Exec == ""):
			s.Errorf("'%s' took no time, or nothing executed it: %+v", r.Name, r)
		case r.Status == backends.OptimizedOut && byID[r.Host].Status != backends.Executed:
			s.Errorf("'%s' was optimized out, but nothing does its work: %+v", r.Name, r)
		}
	}
	if p.Sum() > p.Wall || p.Sum() <= 0 || p.Wall <= 0 {
		s.Errorf("the operations took %v, but the run took %v", p.Sum(), p.Wall)
	}
}

// checkContext checks that the memory of the device is available, or that the error is
// ErrUnsupported and names the backend. The memory must be host memory if and only if the
// device's type is "integrated".
func checkContext(s *suite) {
	b := s.open()
	kind, err := b.Properties().Get(backends.TypeProperty)
	s.ok(err)
	m, err := backends.MemoryOf(b)
	switch owner, ok := b.(backends.MemoryOwner); {
	case !ok:
		s.is(err, backends.ErrUnsupported, "the memory of a device that offers no memory")
	case err != nil || m != owner.Memory():
		s.Errorf("the memory is %v, %v", m, err)
	case (m.Space() == backends.HostSpace) != (kind == "integrated"):
		s.Errorf("the memory is '%s', but the device is %s", m.Space(), kind)
	}
	_, err = backends.MemoryOf(struct{ backends.Backend }{b}) // hides all optional interfaces
	s.is(err, backends.ErrUnsupported, "the memory of a device that offers no memory")
	s.says(err, "'"+b.Info().Name+"'", "'"+s.device()+"'")
}

// checkMemory checks that a program runs on buffers of its device, and that wrapped host memory is
// not copied. Using a closed buffer, writing a tensor of another type to a buffer, and creating a
// buffer of an invalid size must be errors.
func checkMemory(s *suite) {
	b := s.open()
	m := optional[backends.MemoryOwner](s, b, "memory").Memory()
	p := optional[backends.BufferRunner](s, s.compile(b, chain, nil), "run-buffers")
	if m.Device() != s.device() || m.Space() == "" {
		s.Errorf("the memory is '%s' of '%s'", m.Space(), m.Device())
	}
	in := chainInputs(6)
	var ins, outs []backends.Buffer
	for _, t := range in {
		buf, err := m.NewBuffer(t.Kind, t.Shape...)
		s.ok(err)
		s.ok(buf.Write(t))
		s.says(buf.Write(tensor.New(tensor.F64, 2, 3)), "tensor<2x3xf64>")
		ins = append(ins, buf)
	}
	for range 2 {
		buf, err := m.NewBuffer(tensor.F32, 2, 3)
		s.ok(err)
		outs = append(outs, buf)
	}
	s.ok(p.RunBuffers(background(), ins, outs))
	var got []*tensor.Tensor
	for _, buf := range outs {
		t, err := m.NewHostTensor(buf.Kind(), buf.Shape()...)
		s.ok(err)
		s.ok(buf.Read(t))
		got = append(got, t)
		s.ok(buf.Close())
		s.is(buf.Read(t), backends.ErrClosed, "reading a closed buffer")
		s.is(buf.Write(t), backends.ErrClosed, "writing a closed buffer")
	}
	s.equal(got, chainWants(in))
	s.is(p.RunBuffers(background(), ins, outs), backends.ErrClosed, "a run on closed buffers")
	if w, ok := host.WrapTensor(m, in[0]); ok {
		if t, _ := w.Host(); t != in[0] {
			s.Error("wrapping copied the tensor")
		}
	}
	for _, size := range []int64{-1, 1 << 44, 1 << 50, 1 << 62} {
		if _, err := m.NewBuffer(tensor.F32, size); err == nil {
			s.Errorf("a buffer of %d elements was created without an error", size)
		}
	}
}

// checkMemoryParameters checks that a memory provides buffers up to its limit, and that closing a
// buffer frees its bytes. The parameters of the memory must be readable, and an invalid parameter
// must be an error.
func checkMemoryParameters(s *suite) {
	b := s.open()
	_, err := backends.NewMemory(struct{ backends.Backend }{b}, nil) // hides all optional interfaces
	s.is(err, backends.ErrUnsupported, "a new memory of a device that cannot create one")
	optional[backends.MemoryMaker](s, b, "memory-parameters")
	_, err = backends.NewMemory(b, map[string]any{"no-such-parameter": 1})
	s.is(err, backends.ErrUnknownProperty, "an unknown parameter")
	if m, err := backends.NewMemory(b, nil); err != nil || m.Space() != backends.HostSpace {
		s.ok(err)
		return // the parameters are specific to the backend
	}
	for _, bad := range []struct {
		parameters map[string]any
		kind       error
	}{
		{map[string]any{host.LimitParameter: "much"}, backends.ErrBadValue},
		{map[string]any{host.UsedParameter: 1}, backends.ErrReadOnly},
	} {
		_, err := backends.NewMemory(b, bad.parameters)
		s.is(err, bad.kind, "an invalid value of a parameter, or a read-only parameter")
	}
	m, err := backends.NewMemory(b, map[string]any{host.LimitParameter: 64})
	s.ok(err)
	used := func(want int) {
		s.Helper()
		ps := m.(backends.Configured).Properties()
		most, err := ps.Get(host.LimitParameter)
		s.ok(err)
		if n, err := ps.Get(host.UsedParameter); err != nil || n != want || most != 64 {
			s.Errorf("%v of %v bytes are in use, expected %d of 64: %v", n, most, want, err)
		}
	}
	first, err := m.NewBuffer(tensor.F32, 12)
	s.ok(err)
	used(48)
	_, err = m.NewBuffer(tensor.F32, 6)
	s.says(err, "a buffer of 24 bytes exceeds the limit of the memory: 64 bytes, of which 48 are in use")
	used(48)
	s.ok(first.Close())
	s.ok(first.Close())
	used(0)
	in, outs := chainInputs(6), []backends.Buffer(nil)
	p := optional[backends.BufferRunner](s, s.compile(b, chain, nil), "run-buffers")
	var ins []backends.Buffer
	for _, t := range in {
		buf, err := m.NewBuffer(t.Kind, t.Shape...)
		s.ok(err)
		s.ok(buf.Write(t))
		ins = append(ins, buf)
	}
	for range 2 {
		buf, err := optional[backends.MemoryOwner](s, b, "memory").Memory().NewBuffer(tensor.F32, 2, 3)
		s.ok(err)
		outs = append(outs, buf)
	}
	s.ok(p.RunBuffers(background(), ins, outs))
}

// checkForeignBuffer checks that a buffer in memory that the device cannot reach is refused until
// the buffer is copied. The error must name the memory and the device. Copies must be counted.
func checkForeignBuffer(s *suite) {
	b := s.open()
	m := optional[backends.MemoryOwner](s, b, "memory").Memory()
	p := optional[backends.BufferRunner](s, s.compile(b, chain, nil), "run-buffers")
	in := chainInputs(6)
	var ins, outs []backends.Buffer
	for _, t := range in {
		ins = append(ins, &islandBuffer{t.Clone()})
	}
	for range 2 {
		buf, err := m.NewBuffer(tensor.F32, 2, 3)
		s.ok(err)
		outs = append(outs, buf)
	}
	err := p.RunBuffers(background(), ins, outs)
	s.is(err, backends.ErrForeignBuffer, "a buffer in another memory")
	s.says(err, "input #0", "'island'", "'"+s.device()+"'")
	var copies host.CopyCounter
	for i := range ins {
		ins[i], err = host.Transfer(m, ins[i], &copies)
		s.ok(err)
		same, err := host.Transfer(m, ins[i], &copies)
		s.ok(err)
		if same != ins[i] {
			s.Error("a buffer that is already in the memory of the device was copied again")
		}
	}
	s.ok(p.RunBuffers(background(), ins, outs))
	if c := copies.Copies(); c.Count != 2 || c.Bytes != 48 {
		s.Errorf("the counter has %+v, expected 2 copies of 24 bytes", c)
	}
}

// island is memory that no device can reach.
type island struct{}

func (island) Device() string { return "island.0" }
func (island) Space() string  { return "island" }
func (island) NewBuffer(k tensor.Kind, shape ...int64) (backends.Buffer, error) {
	return &islandBuffer{tensor.New(k, shape...)}, nil
}
func (island) NewHostTensor(k tensor.Kind, shape ...int64) (*tensor.Tensor, error) {
	return tensor.New(k, shape...), nil
}

// islandBuffer is a tensor in island memory.
type islandBuffer struct{ t *tensor.Tensor }

func (b *islandBuffer) Memory() backends.Memory      { return island{} }
func (b *islandBuffer) Kind() tensor.Kind            { return b.t.Kind }
func (b *islandBuffer) Shape() []int64               { return b.t.Shape }
func (b *islandBuffer) Host() (*tensor.Tensor, bool) { return nil, false }
func (b *islandBuffer) Close() error                 { return nil }

func (b *islandBuffer) Read(t *tensor.Tensor) error {
	if err := backends.CheckTensor("buffer", ir.Tensor(ir.KindType(b.t.Kind), b.t.Shape...), t); err != nil {
		return err
	}
	copy(t.Data, b.t.Data)
	return nil
}

func (b *islandBuffer) Write(t *tensor.Tensor) error { copy(b.t.Data, t.Data); return nil }
