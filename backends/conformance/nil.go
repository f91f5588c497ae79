package conformance

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/request"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// checkNilArguments checks that no method of a backend, program, request, memory or buffer panics
// if all arguments are nil or zero. The next run must succeed.
func checkNilArguments(s *suite) {
	b := s.open()
	p := s.compile(b, chain, nil)
	r := request.New(p)
	s.survives(b)
	s.survives(p)
	s.survives(r)
	s.survives(b.Properties())
	s.survives(request.New(nil))
	if m, err := backends.MemoryOf(b); err == nil {
		s.survives(m)
		buf, err := m.NewBuffer(tensor.F32, 2, 3)
		s.ok(err)
		s.survives(buf)
		_, err = host.Transfer(m, nil, nil)
		s.says(err, "buffer")
		_, err = host.Transfer(nil, buf, nil)
		s.says(err, "memory")
		_, err = host.Transfer(m, buf, nil)
		s.ok(err)
	}
	s.runs(p, 2)
	for i, t := range chainInputs(3) {
		s.ok(r.SetInput(i, t))
	}
	s.ok(r.Do(background()))
	s.gave(r, chainWants(chainInputs(3)))
}

// survives calls all methods of v with zero values, except Close and Leave. No method may panic. A
// method whose first parameter is a context must return an error. This does not apply to methods of
// backends, which need not use the context.
func (s *suite) survives(v any) {
	s.Helper()
	_, backend := v.(backends.Backend)
	runs := func(in []reflect.Type) bool { return !backend && in[0] == reflect.TypeFor[context.Context]() }
	for _, what := range NilCalls(v, runs, "Close", "Leave") {
		s.Errorf("%T.%s", v, what)
	}
}

// NilCalls calls all methods of v with zero values, except the listed methods. It returns a
// description of each wrong call. A call is wrong if it panics. If the function "fails" returns
// true for the parameter types of a method, a call that returns no error is wrong too.
func NilCalls(v any, fails func(in []reflect.Type) bool, but ...string) (wrong []string) {
	of := reflect.ValueOf(v)
	for i := range of.NumMethod() {
		name := of.Type().Method(i).Name
		if slices.Contains(but, name) {
			continue
		}
		if what := nilCall(of.Method(i), fails); what != nil {
			wrong = append(wrong, fmt.Sprintf("%s with nil arguments: %v", name, what))
		}
	}
	return wrong
}

// nilCall calls f with zero values. If the call is wrong, it returns the panic value or a
// description; otherwise nil.
func nilCall(f reflect.Value, fails func(in []reflect.Type) bool) (what any) {
	defer func() {
		if r := recover(); r != nil {
			what = r
		}
	}()
	in, types := make([]reflect.Value, f.Type().NumIn()), make([]reflect.Type, f.Type().NumIn())
	for i := range in {
		types[i] = f.Type().In(i)
		in[i] = reflect.Zero(types[i])
	}
	call := f.Call
	if f.Type().IsVariadic() {
		call = f.CallSlice
	}
	if out := call(in); len(in) > 0 && fails(types) && out[len(out)-1].IsNil() {
		return "the call returned no error"
	}
	return nil
}
