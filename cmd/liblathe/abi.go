package main

// #include <stdlib.h>
// #include "lathe.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/cgo"
	"slices"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// answer calls f and returns a status. It stores the text of an error of f in *message. It also
// converts a panic to a status, because a panic must not cross into C.
func answer(message **C.char, f func() error) (status C.int32_t) {
	defer func() {
		if p := recover(); p != nil {
			status = fail(message, fmt.Errorf("liblathe: BUG: %v", p))
		}
	}()
	if err := f(); err != nil {
		return fail(message, err)
	}
	return 0
}

func fail(message **C.char, err error) C.int32_t {
	if message != nil {
		*message = C.CString(diag.Escape(err.Error()))
	}
	return 1
}

func warn(err error) {
	message := err.Error()
	if d := (*diag.Diagnostic)(nil); errors.As(err, &d) {
		message = d.Message // without the severity
	}
	fmt.Fprintf(os.Stderr, "liblathe: warning: %s\n", diag.Printed(message))
}

func executable(e C.lathe_executable) (x *compile.Executable, err error) {
	defer func() {
		if recover() != nil { // cgo.Handle panics if the handle is invalid
			x, err = nil, errors.New("no such executable")
		}
	}()
	return cgo.Handle(e).Value().(*compile.Executable), nil
}

//export lathe_abi
func lathe_abi() C.int32_t { return C.LATHE_ABI }

//export lathe_compile
func lathe_compile(text *C.lathe_text, length C.size_t, o *C.lathe_const_options, out *C.lathe_executable, message **C.char) C.int32_t {
	return answer(message, func() error {
		with, err := options(o)
		if err != nil {
			return err
		}
		return compileInto(out, text, length, with)
	})
}

//export lathe_compile_for
func lathe_compile_for(text *C.lathe_text, length C.size_t, o *C.lathe_const_options, inputs *C.lathe_const_type, n C.int32_t, out *C.lathe_executable, message **C.char) C.int32_t {
	return answer(message, func() error {
		if n < 0 || inputs == nil && n > 0 {
			return fmt.Errorf("lathe_compile_for: inputs must be an array of n types, but n is %d and the address of the array is %p", n, inputs)
		}
		with, err := options(o)
		if err != nil {
			return err
		}
		with.Inputs = []ir.Type{}
		for i, t := range unsafe.Slice(inputs, n) {
			kind, shape, err := shapeOf(&t)
			if err == nil {
				_, err = tensor.CheckShape(kind, shape)
			}
			if err != nil {
				return fmt.Errorf("input #%d: %w", i, err)
			}
			with.Inputs = append(with.Inputs, ir.Tensor(ir.KindType(kind), shape...))
		}
		return compileInto(out, text, length, with)
	})
}

// compileInto compiles the caller's text and stores the handle of the executable in *out.
func compileInto(out *C.lathe_executable, text *C.lathe_text, length C.size_t, o compile.Options) error {
	if text == nil || out == nil {
		return errors.New("text and out must not be NULL")
	}
	if err := within(unsafe.Pointer(text), length); err != nil {
		return fmt.Errorf("text %w", err)
	}
	// The text is copied, since the executable refers to it in diagnostics and locations.
	x, err := compileText(slices.Clone(unsafe.Slice((*byte)(unsafe.Pointer(text)), length)), o)
	if err == nil {
		*out = C.lathe_executable(cgo.NewHandle(x))
	}
	return err
}

func options(o *C.lathe_const_options) (compile.Options, error) {
	if o == nil {
		return compile.Options{Warn: warn}, nil
	}
	c := compile.Options{
		Warn:  warn,
		Entry: C.GoString(o.entry), Backend: C.GoString(o.backend), CacheDir: C.GoString(o.cache_dir), Threads: int(o.threads),
	}
	c.Properties = map[string]any{}
	if accuracy := C.GoString(o.accuracy); accuracy != "" {
		c.Properties[backends.AccuracyProperty] = accuracy
	}
	if tuning := C.GoString(o.tuning); tuning != "" {
		c.Properties[backends.TuningProperty] = tuning
	}
	switch o.optimization_level {
	case 0:
	case 2, 3:
		c.Properties[backends.LevelProperty] = int(o.optimization_level)
	default:
		return c, fmt.Errorf("optimization_level must be 0, 2 or 3, but is %d", o.optimization_level)
	}
	if devices := C.GoString(o.devices); devices != "" {
		c.Devices = device.Split(devices)
	}
	return c, nil
}

func compileText(text []byte, o compile.Options) (*compile.Executable, error) {
	t, err := driver.New("liblathe", all.Bundle())
	if err != nil {
		return nil, err
	}
	op, err := asm.Parse(t.Registry(), diag.NewSource("<text>", text), asm.Options{})
	if err != nil {
		return nil, err
	}
	m, ok := ir.As[ir.Module](op)
	if !ok {
		return nil, ir.Errorf(op, "is not a module")
	}
	return compile.Module(context.Background(), m, o)
}

//export lathe_inputs
func lathe_inputs(e C.lathe_executable) C.int32_t {
	x, err := executable(e)
	if err != nil {
		return -1
	}
	return C.int32_t(len(x.Inputs()))
}

//export lathe_outputs
func lathe_outputs(e C.lathe_executable) C.int32_t {
	x, err := executable(e)
	if err != nil {
		return -1
	}
	return C.int32_t(len(x.Outputs()))
}

//export lathe_input_type
func lathe_input_type(e C.lathe_executable, i C.int32_t, out *C.lathe_type, message **C.char) C.int32_t {
	return answer(message, func() error {
		x, err := executable(e)
		if err != nil {
			return err
		}
		return typeAt(x.Inputs(), "input", i, out)
	})
}

//export lathe_output_type
func lathe_output_type(e C.lathe_executable, i C.int32_t, out *C.lathe_type, message **C.char) C.int32_t {
	return answer(message, func() error {
		x, err := executable(e)
		if err != nil {
			return err
		}
		return typeAt(x.Outputs(), "output", i, out)
	})
}

func typeAt(ts []ir.Type, what string, i C.int32_t, out *C.lathe_type) error {
	if out == nil {
		return fmt.Errorf("the type of %s #%d: out must not be NULL", what, i)
	}
	if i < 0 || int(i) >= len(ts) {
		return fmt.Errorf("no %s #%d; there are %d", what, i, len(ts))
	}
	shape, _ := ts[i].Shape()
	kind := codeOf(ts[i].Kind())
	if kind == 0 || len(shape) > C.LATHE_MAX_RANK {
		return fmt.Errorf("%s #%d of type '%s' has no equivalent in C", what, i, ts[i])
	}
	*out = C.lathe_type{kind: kind, rank: C.int32_t(len(shape))}
	for d, n := range shape {
		out.shape[d] = C.int64_t(n)
	}
	return nil
}

//export lathe_run
func lathe_run(e C.lathe_executable, inputs *C.lathe_const_tensor, n C.int32_t, outputs *C.lathe_tensor, m C.int32_t, message **C.char) C.int32_t {
	return answer(message, func() error {
		x, err := executable(e)
		if err != nil {
			return err
		}
		given, err := list("inputs", inputs, n, len(x.Inputs()))
		if err != nil {
			return err
		}
		into, err := list("outputs", outputs, m, len(x.Outputs()))
		if err != nil {
			return err
		}
		ins, err := views("input", given)
		if err != nil {
			return err
		}
		room, err := views("output", into)
		if err != nil {
			return err
		}
		if err := backends.CheckOutputs(x.Outputs(), room, nil); err != nil {
			return err
		}
		if err := backends.CheckApart(memory(into), memory(given)); err != nil {
			return err
		}
		outs, err := x.Run(context.Background(), ins...)
		if err != nil {
			return err
		}
		return fill(into, room, outs)
	})
}

// fill copies the results to the caller's memory. If the shape of a result differs from the
// caller's shape, fill copies nothing and returns an error. Dynamic shapes are known only after the
// run.
func fill(into []C.lathe_tensor, room, outs []*tensor.Tensor) error {
	if err := backends.CheckShapes(room, outs); err != nil {
		return err
	}
	for i, t := range outs {
		copy(unsafe.Slice((*byte)(into[i].data), len(t.Data)), t.Data) // not room[i], which is a copy if the caller's memory is not aligned
	}
	return nil
}

// memory returns tensors over the caller's memory, even if this memory is not aligned.
func memory(of []C.lathe_const_tensor) []*tensor.Tensor {
	ts := make([]*tensor.Tensor, len(of))
	for i := range of {
		ts[i] = &tensor.Tensor{Data: unsafe.Slice((*byte)(of[i].data), int(of[i].bytes))}
	}
	return ts
}

func views(what string, of []C.lathe_const_tensor) ([]*tensor.Tensor, error) {
	ts := make([]*tensor.Tensor, len(of))
	for i := range of {
		var err error
		if ts[i], err = view(&of[i]); err != nil {
			return nil, fmt.Errorf("%s #%d: %w", what, i, err)
		}
	}
	return ts, nil
}

// list returns the caller's array as a slice. The array must have the length "want".
func list[T any](what string, at *T, n C.int32_t, want int) ([]T, error) {
	if int(n) != want {
		return nil, fmt.Errorf("lathe_run: the program has %d %s, but got %d", want, what, n)
	}
	if at == nil && n > 0 {
		return nil, fmt.Errorf("lathe_run: %s must be an array, but got NULL", what)
	}
	return unsafe.Slice(at, n), nil
}

// addressSpace is the size of the address space in bytes, and the maximum size of a slice in Go.
const addressSpace = 1 << 48

// within returns an error if the end of the caller's memory would be outside the address space.
func within(at unsafe.Pointer, bytes C.size_t) error {
	if uint64(bytes) > min(math.MaxInt, addressSpace) || uintptr(at) > math.MaxUint-uintptr(bytes) {
		return fmt.Errorf("has %d bytes, so its end is outside the address space", uint64(bytes))
	}
	return nil
}

// view returns a tensor over the memory of t or, if this memory is not aligned, over a copy.
func view(t *C.lathe_const_tensor) (*tensor.Tensor, error) {
	if t.data == nil && t.bytes > 0 {
		return nil, fmt.Errorf("has %d bytes, but its data is NULL", uint64(t.bytes))
	}
	if err := within(t.data, t.bytes); err != nil {
		return nil, err
	}
	kind, shape, err := shapeOf(&t._type)
	if err != nil {
		return nil, err
	}
	return tensor.Wrap(kind, shape, unsafe.Slice((*byte)(t.data), int(t.bytes)))
}

func shapeOf(t *C.lathe_const_type) (tensor.Kind, []int64, error) {
	if t.rank < 0 || t.rank > C.LATHE_MAX_RANK {
		return 0, nil, fmt.Errorf("has the rank %d, which must be from 0 to %d", t.rank, C.LATHE_MAX_RANK)
	}
	kind := kindOf(t.kind)
	if kind == tensor.Invalid {
		return 0, nil, fmt.Errorf("has the unknown kind %d", t.kind)
	}
	shape := make([]int64, t.rank)
	for i := range shape {
		shape[i] = int64(t.shape[i])
	}
	return kind, shape, nil
}

//export lathe_format
func lathe_format(t *C.lathe_const_tensor, text **C.char, message **C.char) C.int32_t {
	return answer(message, func() error {
		if t == nil || text == nil {
			return errors.New("lathe_format: t and text must not be NULL")
		}
		v, err := view(t)
		if err == nil {
			*text = C.CString(tensor.Format(v, formatMax))
		}
		return err
	})
}

// formatMax is the number of elements above which the text is abridged, as in lathe run.
const formatMax = 1000

//export lathe_close
func lathe_close(e C.lathe_executable, message **C.char) C.int32_t {
	return answer(message, func() error {
		x, err := executable(e)
		if err != nil {
			return err
		}
		cgo.Handle(e).Delete()
		return x.Close()
	})
}

//export lathe_free
func lathe_free(text *C.char) { C.free(unsafe.Pointer(text)) }

// kinds lists the element types in the order of the header's codes.
func kinds() []tensor.Kind {
	return []tensor.Kind{
		C.LATHE_I1: tensor.I1, C.LATHE_I8: tensor.I8, C.LATHE_I16: tensor.I16, C.LATHE_I32: tensor.I32, C.LATHE_I64: tensor.I64,
		C.LATHE_U8: tensor.U8, C.LATHE_U16: tensor.U16, C.LATHE_U32: tensor.U32, C.LATHE_U64: tensor.U64,
		C.LATHE_F16: tensor.F16, C.LATHE_BF16: tensor.BF16, C.LATHE_F32: tensor.F32, C.LATHE_F64: tensor.F64,
		C.LATHE_C64: tensor.C64, C.LATHE_C128: tensor.C128,
		C.LATHE_I2: tensor.I2, C.LATHE_I4: tensor.I4, C.LATHE_U2: tensor.U2, C.LATHE_U4: tensor.U4,
		C.LATHE_F4E2M1FN: tensor.F4E2M1FN, C.LATHE_F6E2M3FN: tensor.F6E2M3FN, C.LATHE_F6E3M2FN: tensor.F6E3M2FN,
		C.LATHE_F8E3M4: tensor.F8E3M4, C.LATHE_F8E4M3: tensor.F8E4M3, C.LATHE_F8E4M3FN: tensor.F8E4M3FN, C.LATHE_F8E4M3FNUZ: tensor.F8E4M3FNUZ,
		C.LATHE_F8E4M3B11FNUZ: tensor.F8E4M3B11FNUZ, C.LATHE_F8E5M2: tensor.F8E5M2, C.LATHE_F8E5M2FNUZ: tensor.F8E5M2FNUZ, C.LATHE_F8E8M0FNU: tensor.F8E8M0FNU,
	}
}

func kindOf(code C.int32_t) tensor.Kind {
	if ks := kinds(); code > 0 && int(code) < len(ks) {
		return ks[code]
	}
	return tensor.Invalid
}

// codeOf returns the code of k in the header, or 0 if there is none.
func codeOf(k tensor.Kind) C.int32_t {
	for code, have := range kinds() {
		if have == k && k != tensor.Invalid {
			return C.int32_t(code)
		}
	}
	return 0
}
