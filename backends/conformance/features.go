package conformance

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/backends/request"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// modeProperty is the property that selects in which order, and how concurrently, a backend runs
// the parts of a divided program.
const modeProperty = "mode"

// modes returns the values that the property modeProperty can have.
func (s *suite) modes(b backends.Backend) []string {
	s.Helper()
	for _, d := range b.Properties().List() {
		if d.Key == modeProperty {
			return d.Choices
		}
	}
	s.Fatalf("backend '%s' runs divided programs, but has no property '%s'", s.Factory.Name, modeProperty)
	return nil
}

func (s *suite) partDevices(p backends.Program) []string {
	s.Helper()
	v, err := optional[backends.Configured](s, p, "properties").Properties().Get(backends.PartDevicesProperty)
	s.ok(err)
	return v.([]string)
}

// The method "parts" skips the check for backends that run whole programs.
func (s *suite) parts() {
	s.Helper()
	if !s.Factory.Divided {
		s.T.Skipf("backend '%s' runs whole programs, but this check is for backends that run divided programs", s.Factory.Name)
	}
}

// checkNamesThroughFusion checks that profiles and graphs name each operation of the program by its
// own name, even if operations were fused. A query that refuses one operation must report the other
// operations as supported.
func checkNamesThroughFusion(s *suite) {
	b := s.open()
	names := []string{"first", "second", "third"}
	if !s.Factory.Divided {
		m := s.parse(strange)
		var refused []string
		for _, a := range s.query(b, m) {
			if !a.Supported {
				refused = append(refused, a.Op.Name())
			}
		}
		if !slices.Equal(refused, []string{"stablehlo.custom_call"}) {
			s.Errorf("the refused operations are %v, expected only stablehlo.custom_call", refused)
		}
	}
	p := s.compile(b, chain, nil)
	var profile backends.Profile
	_, err := optional[backends.Profiled](s, p, "profile").RunProfiled(background(), chainInputs(1), &profile)
	s.ok(err)
	var places []string
	for _, r := range profile.Records {
		places = append(places, r.Place)
	}
	slices.Sort(places)
	if !slices.Equal(slices.Compact(places), names) {
		s.Errorf("the records of the profile have the places %v", places)
	}
	graph := optional[backends.Graphed](s, p, "runtime-graph").RuntimeGraph()
	for _, name := range names {
		if !strings.Contains(graph, " "+name+`"`) {
			s.Errorf("'%s' is not in the graph:\n%s", name, graph)
		}
	}
}

// checkModes checks that divided programs compute correct results in every mode, in single runs and
// in concurrent runs.
func checkModes(s *suite) {
	s.parts()
	b := s.open()
	modes := s.modes(b)
	if !slices.Equal(modes, []string{"sequential", "asynchronous", "pipelined"}) {
		s.Errorf("the modes are %v", modes)
	}
	for _, mode := range modes {
		p := s.compile(b, chain, map[string]any{modeProperty: mode})
		s.runs(p, 1)
		s.concurrently(8, func(n int) { s.computes(p, n) })
	}
}

// checkPipelined checks that each run of a pipelined program uses all of its devices, and that
// several runs can be in progress at the same time.
func checkPipelined(s *suite) {
	s.parts()
	b, f := s.withFaults()
	p := s.compile(b, chain, map[string]any{modeProperty: "pipelined"})
	devices := s.partDevices(p)
	if len(devices) < 2 {
		s.Fatalf("the parts are on %v, expected at least two devices", devices)
	}
	for n := range 3 {
		s.runs(p, n)
	}
	for _, device := range devices {
		if n := f.count(device); n != 3 {
			s.Errorf("%d of 3 runs were on '%s', expected all", n, device)
		}
	}
	s.atOnce(s.compile(b, chain, map[string]any{modeProperty: "pipelined", backends.StreamsProperty: 3}), 3)
}

// checkPartitionProfile checks that the names of profile records begin with the part and its
// device, as in "part1@vm.0: ". The runtime graph must name each part.
func checkPartitionProfile(s *suite) {
	s.parts()
	p := s.compile(s.open(), chain, nil)
	var profile backends.Profile
	_, err := optional[backends.Profiled](s, p, "profile").RunProfiled(background(), chainInputs(1), &profile)
	s.ok(err)
	seen := map[string]bool{}
	for _, r := range profile.Records {
		prefix, _, _ := strings.Cut(r.Name, ": ")
		seen[prefix] = true
		if !strings.HasSuffix(prefix, "@"+r.Device) {
			s.Errorf("a record of device '%s' has the name %q", r.Device, r.Name)
		}
	}
	graph := optional[backends.Graphed](s, p, "runtime-graph").RuntimeGraph()
	for i, device := range s.partDevices(p) {
		if part := fmt.Sprintf("part%d@%s", i+1, device); !seen[part] || !strings.Contains(graph, part) {
			s.Errorf("there is no record of %s, or it is not in the graph:\n%s", part, graph)
		}
	}
}

// checkExportedFile checks that a program, divided or whole, is exported as one file, with the same
// bytes each time. Another version, a truncated file, and trailing bytes are errors.
func checkExportedFile(s *suite) {
	im, blob := s.exported(chain, nil)
	p := s.imported(im, blob, nil)
	s.runs(p, 3)
	var again bytes.Buffer
	s.ok(p.(backends.Exporter).Export(&again))
	if !bytes.Equal(again.Bytes(), blob) {
		s.Error("the second export has other bytes than the first")
	}
	h, payload, err := sealed.Unseal(blob)
	s.ok(err)
	h.Version += ".1"
	for what, bad := range map[string][]byte{
		"another version": sealed.Seal(h, payload), "half": blob[:len(blob)/2], "a byte less": blob[:len(blob)-1], "four bytes more": append(bytes.Clone(blob), 0, 0, 0, 0),
	} {
		_, err := im.Import(background(), bad, s.options(nil))
		s.is(err, backends.ErrBlob, what)
	}
}

// checkCacheOfCallers checks that 32 concurrent callers compile once, and that a damaged entry is
// replaced.
func checkCacheOfCallers(s *suite) {
	b, m, dir := s.compiledOnce(32)
	s.damage(s.entryOf(dir))
	if r := s.kept(cache.Open(dir, cache.Options{}), b, m, nil); r.Hit || b.compiled.Load() != 2 {
		s.Errorf("with a damaged entry: got %+v after %d compilations", r, b.compiled.Load())
	}
	all, err := cache.Open(dir, cache.Options{}).Verify()
	if err != nil || len(all) != 1 || all[0].Err != nil {
		s.Errorf("the entries are %+v, %v", all, err)
	}
}

// checkPropertyKinds checks that setting a read-only property and setting an unknown property give
// different errors. All properties of a program must be read-only, and the backend must have
// properties that can be set.
func checkPropertyKinds(s *suite) {
	b := s.open()
	all := []*property.Properties{b.Properties()}
	if p, ok := s.compile(b, chain, nil).(backends.Configured); ok {
		all = append(all, p.Properties())
	}
	for i, ps := range all {
		kinds := map[property.Access]int{}
		for _, d := range ps.All() {
			kinds[d.Access]++
			v, err := ps.Internal(d.Key)
			s.ok(err)
			err = ps.Set(d.Key, v)
			if d.Access == property.ReadWrite {
				s.ok(err)
			} else {
				s.is(err, backends.ErrReadOnly, d.Key)
			}
		}
		s.is(ps.Set("no-such-property", 1), backends.ErrUnknownProperty, "a key that no device has")
		if kinds[property.ReadOnly] == 0 || (kinds[property.ReadWrite] == 0) != (i == 1) {
			s.Errorf("%d properties are read-only, %d can be set", kinds[property.ReadOnly], kinds[property.ReadWrite])
		}
	}
}

// checkCapabilities checks that Capabilities lists an interface of a backend or program if and only
// if the methods of the interface exist. The property of the backend must have the same list.
func checkCapabilities(s *suite) {
	b := s.open()
	v, err := b.Properties().Get(backends.CapabilitiesProperty)
	s.ok(err)
	if !slices.Equal(v.([]string), backends.Capabilities(b)) {
		s.Errorf("the property lists the capabilities %v, but the backend has %v", v, backends.Capabilities(b))
	}
	for what, of := range map[string]any{"backend": b, "program": s.compile(b, chain, nil)} {
		for name, methods := range optionalMethods() {
			has := true
			for _, m := range methods {
				_, ok := reflect.TypeOf(of).MethodByName(m)
				has = has && ok
			}
			if listed := slices.Contains(backends.Capabilities(of), name); listed != has {
				s.Errorf("the %s lists the interface '%s': %v; it has the methods %v: %v; expected both or neither", what, name, listed, methods, has)
			}
		}
	}
}

// checkElementTypes checks that additions of the listed element types compile and run, and that
// additions of other element types do not compile.
func checkElementTypes(s *suite) {
	b := s.open()
	v, err := b.Properties().Get(backends.ElementsProperty)
	s.ok(err)
	listed := v.([]string)
	if s.Factory.Divided {
		if len(listed) > 0 {
			s.Errorf("a backend that supports no operations lists the element types %v", listed)
		}
		return
	}
	if len(listed) == 0 {
		s.T.Skip("the backend lists no element types")
	}
	sums, err := backends.Sums()
	s.ok(err)
	f, err := fn.Entry(sums, "")
	s.ok(err)
	var text []string
	for op := range f.Entry().Ops() {
		if op.NumResults() == 0 {
			continue
		}
		typ := op.ResultAt(0).Type()
		m := fmt.Sprintf("func.func @main(%%a: %s) -> %s {\n%%0 = stablehlo.add %%a, %%a : %s\nreturn %%0 : %s\n}", typ, typ, typ, typ)
		if slices.Contains(listed, typ.Elem().String()) {
			text = append(text, typ.String())
			continue
		}
		if _, err := b.Compile(background(), s.parse(m), backends.CompileOptions{}); err == nil {
			s.Errorf("additions of %s compile, but this element type is not listed", typ.Elem())
		}
	}
	if len(text) != len(listed) {
		s.Fatalf("backends.Sums has additions of only %d of the listed element types %v", len(text), listed)
	}
	var body strings.Builder
	var args, results []string
	for i, typ := range text {
		args, results = append(args, fmt.Sprintf("%%a%d: %s", i, typ)), append(results, fmt.Sprintf("%%%d", i))
		fmt.Fprintf(&body, "%%%d = stablehlo.add %%a%d, %%a%d : %s\n", i, i, i, typ)
	}
	types := strings.Join(text, ", ")
	p := s.compile(b, fmt.Sprintf("func.func @main(%s) -> (%s) {\n%sreturn %s : %s\n}", strings.Join(args, ", "), types, body.String(), strings.Join(results, ", "), types), nil)
	var in []*tensor.Tensor
	for _, typ := range p.Inputs() {
		in = append(in, tensor.New(typ.Kind(), 2))
	}
	_, err = p.Run(background(), in)
	s.ok(err)
}

// optionalMethods lists the methods of most optional interfaces, by capability.
func optionalMethods() map[string][]string {
	return map[string][]string{
		"batch-compile": {"CompileAll"}, "import": {"Import"}, "describe": {"Spec"}, "fingerprint": {"Fingerprint"}, "memory": {"Memory"}, "memory-parameters": {"NewMemory"},
		"export": {"Export"}, "run-into": {"RunInto"}, "run-scratch": {"ScratchBytes", "RunScratch"}, "run-buffers": {"RunBuffers"}, "profile": {"RunProfiled"}, "state": {"States"},
		"names": {"InputNames", "OutputNames"}, "runtime-graph": {"RuntimeGraph"}, "trim": {"Trim"},
	}
}

// checkRequestsApart checks that concurrent requests share neither variables nor tensors.
func checkRequestsApart(s *suite) {
	p := s.compile(s.open(), counter, map[string]any{backends.StreamsProperty: 2})
	optional[backends.Stateful](s, p, "state")
	var rs []*request.Request
	for n := range 4 {
		r := request.New(p)
		defer r.Close()
		x := tensor.New(tensor.F32, 2, 3)
		x.SetFloat(0, float64(n))
		s.ok(r.SetInput(0, x))
		rs = append(rs, r)
	}
	for range 3 {
		for _, r := range rs {
			s.ok(r.Start(background()))
		}
		for _, r := range rs {
			s.ok(r.Wait(background()))
		}
	}
	for n, r := range rs {
		acc, err := r.Variable("acc")
		s.ok(err)
		if got, want := tensor.Slice[float32](acc)[0], float32(1+3*n); got != want {
			s.Errorf("request %d has %v after three runs, expected %v", n, got, want)
		}
	}
}

// checkOtherMemory checks that a buffer in the memory of another device is refused before anything
// runs. The error must name the buffer and the device. host.Transfer must copy the buffer to the
// memory of the backend's device.
func checkOtherMemory(s *suite) {
	b := s.open()
	m := optional[backends.MemoryOwner](s, b, "memory").Memory()
	p := optional[backends.BufferRunner](s, s.compile(b, chain, nil), "run-buffers")
	in := chainInputs(2)
	of := func(ts []*tensor.Tensor, foreign int) (bufs []backends.Buffer) {
		for i, t := range ts {
			if i == foreign {
				bufs = append(bufs, &islandBuffer{t})
				continue
			}
			buf, err := m.NewBuffer(t.Kind, t.Shape...)
			s.ok(err)
			s.ok(buf.Write(t))
			bufs = append(bufs, buf)
		}
		return bufs
	}
	outs := chainInputs(9)
	for i := range in {
		err := p.RunBuffers(background(), of(in, i), of(outs, -1))
		s.is(err, backends.ErrForeignBuffer, "an input in another memory")
		s.says(err, fmt.Sprintf("input #%d", i), "'island.0'", "'"+s.device()+"'")
		err = p.RunBuffers(background(), of(in, -1), of(outs, i))
		s.is(err, backends.ErrForeignBuffer, "an output in another memory")
		s.says(err, fmt.Sprintf("output #%d", i), "'island.0'")
	}
	s.equal(outs, chainInputs(9))
	moved, err := host.Transfer(m, &islandBuffer{in[0]}, nil)
	s.ok(err)
	if moved.Memory().Space() != m.Space() {
		s.Errorf("the buffer was copied to the memory '%s'", moved.Memory().Space())
	}
}
