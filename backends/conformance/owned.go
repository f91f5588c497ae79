package conformance

import (
	"reflect"
	"slices"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/request"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// checkOwned checks that the caller owns all values returned by a program, a backend, a request or
// a buffer. After the caller writes to these values, programs run as before, including other
// programs with the same types and programs compiled later.
func checkOwned(s *suite) {
	b := s.open()
	other := s.compile(s.open(), chain, nil)
	p := s.compile(b, chain, nil)
	out, err := p.Run(background(), chainInputs(1))
	s.ok(err)
	spoil(reflect.ValueOf(out))
	s.spoils(p)
	s.spoils(b)
	s.spoils(b.Properties())
	r := request.New(p)
	defer r.Close()
	for i, t := range chainInputs(3) {
		s.ok(r.SetInput(i, t))
	}
	for range 2 {
		s.ok(r.Do(background()))
		s.gave(r, chainWants(chainInputs(3)))
		one, err := r.Output(0)
		s.ok(err)
		spoil(reflect.ValueOf(one))
	}
	shape := []int64{2, 3}
	if m, err := backends.MemoryOf(b); err == nil {
		buf, err := m.NewBuffer(tensor.F32, shape...)
		s.ok(err)
		spoil(reflect.ValueOf(buf.Shape()))
		if got := buf.Shape(); !slices.Equal(got, []int64{2, 3}) {
			s.Errorf("a buffer's shape was changed to %v", got)
		}
		s.ok(buf.Write(tensor.New(tensor.F32, 2, 3)))
		t, err := m.NewHostTensor(tensor.F32, shape...)
		s.ok(err)
		spoil(reflect.ValueOf(t))
		if !slices.Equal(shape, []int64{2, 3}) {
			s.Errorf("a tensor uses the caller's shape, which was then changed to %v", shape)
		}
	}
	s.runs(p, 2)
	s.runs(other, 4)
	s.runs(s.compile(s.open(), chain, nil), 5)
}

// The method "spoils" writes to all values that v's methods without arguments return.
func (s *suite) spoils(v any) {
	of := reflect.ValueOf(v)
	for i := range of.NumMethod() {
		name := of.Type().Method(i).Name
		if f := of.Method(i); f.Type().NumIn() == 0 && !slices.Contains([]string{"Close", "Leave", "Trim"}, name) {
			for _, given := range f.Call(nil) {
				spoil(given)
			}
		}
	}
}

// spoil writes to the elements of the slices in v, and to the tensors in v.
func spoil(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		spoil(v.Elem())
	case reflect.Pointer:
		if t, ok := v.Interface().(*tensor.Tensor); ok && t != nil {
			spoil(reflect.ValueOf(t.Shape))
			spoil(reflect.ValueOf(t.Data))
			t.Kind, t.Data = tensor.Invalid, nil
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				spoil(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			spoil(v.Index(i))
			if e := v.Index(i); e.CanInt() {
				e.SetInt(77)
			} else if e.CanUint() {
				e.SetUint(77)
			} else {
				e.SetZero()
			}
		}
	}
}
