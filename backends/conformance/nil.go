package conformance

import (
	"context"
	"reflect"
	"slices"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// checkNilArguments: no method of a backend, a program, a request, a memory or a buffer
// panics where all that it is given is nil or zero; the next run is whole.
func checkNilArguments(s *suite) {
	b := s.open()
	p := s.compile(b, chain, nil)
	r := backends.NewRequest(p)
	s.survives(b)
	s.survives(p)
	s.survives(r)
	s.survives(b.Properties())
	s.survives(backends.NewRequest(nil))
	if m, err := backends.MemoryOf(b); err == nil {
		s.survives(m)
		buf, err := m.NewBuffer(tensor.F32, 2, 3)
		s.ok(err)
		s.survives(buf)
		_, err = backends.Transfer(m, nil, nil)
		s.says(err, "buffer")
		_, err = backends.Transfer(nil, buf, nil)
		s.says(err, "memory")
		_, err = backends.Transfer(m, buf, nil)
		s.ok(err)
	}
	s.runs(p, 2)
	for i, t := range chainInputs(3) {
		s.ok(r.SetInput(i, t))
	}
	s.ok(r.Do(background()))
	s.gave(r, chainWants(chainInputs(3)))
}

// survives calls all methods of v, but those that end it, with zero values.
func (s *suite) survives(v any) {
	s.Helper()
	of := reflect.ValueOf(v)
	_, backend := v.(backends.Backend)
	runs := !backend // which may have no use for a context
	for i := range of.NumMethod() {
		name := of.Type().Method(i).Name
		if slices.Contains([]string{"Close", "Leave"}, name) {
			continue
		}
		if what := s.panics(of.Method(i), runs); what != nil {
			s.Errorf("%T.%s of nil arguments: %v", v, name, what)
		}
	}
}

// panics calls f with zero values and returns what it panicked with, or what else is wrong:
// what runs programs must fail without a context.
func (s *suite) panics(f reflect.Value, runs bool) (what any) {
	defer func() {
		if r := recover(); r != nil {
			what = r
		}
	}()
	in := make([]reflect.Value, f.Type().NumIn())
	for i := range in {
		in[i] = reflect.Zero(f.Type().In(i))
	}
	call := f.Call
	if f.Type().IsVariadic() {
		call = f.CallSlice
	}
	out := call(in)
	if runs && len(in) > 0 && in[0].Type() == reflect.TypeFor[context.Context]() && out[len(out)-1].IsNil() {
		return "it is no error"
	}
	return nil
}
