package engines_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	embed "github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestHostOperations checks custom calls and run_parallel, which the host runs. They must fail on
// ref, vm and jit if their operands or results do not match the called function, or if processes
// call a collective operation with operands of different types.
func TestHostOperations(t *testing.T) {
	const sum = "(%a) ({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n  %s = stablehlo.add %x, %y : tensor<f32>\n  stablehlo.return %s : tensor<f32>\n}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}"
	const whole = "%r = stablehlo.add %0, %0 : "
	reg := registry(t)
	for _, test := range []struct{ name, in, body, out, functions, want string }{
		{"check.eq without operands", "tensor<2xf32>", "stablehlo.custom_call @check.eq() : () -> ()\n" + "%0 = stablehlo.negate %x : tensor<2xf32>\n" + whole + "tensor<2xf32>", "tensor<2xf32>", "", "custom_call"},
		{"check.eq without result", "tensor<2xf32>", "stablehlo.custom_call @check.eq(%x, %x) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()\n" +
			"%0 = stablehlo.negate %x : tensor<2xf32>\n" + whole + "tensor<2xf32>", "tensor<2xf32>", "", "custom_call"},
		{"check.eq with floats", "tensor<2xf32>", "%0 = stablehlo.custom_call @check.eq(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<5xf32>\n" + whole + "tensor<5xf32>", "tensor<5xf32>", "", "custom_call"},
		{"shape_assertion of floats", "tensor<0xf32>", "stablehlo.custom_call @shape_assertion(%x) {has_side_effect = true} : (tensor<0xf32>) -> ()\n" +
			"%0 = stablehlo.negate %x : tensor<0xf32>\n" + whole + "tensor<0xf32>", "tensor<0xf32>", "", "custom_call"},
		{"shape_assertion with an empty operand for the message", "tensor<0xi32>", "%p = stablehlo.constant dense<false> : tensor<i1>\n" +
			"stablehlo.custom_call @shape_assertion(%p, %x) {has_side_effect = true, error_message = \"{0}\"} : (tensor<i1>, tensor<0xi32>) -> ()\n" +
			"%0 = stablehlo.negate %x : tensor<0xi32>\n" + whole + "tensor<0xi32>", "tensor<0xi32>", "", "custom_call"},
		{"arguments of a program", "tensor<2xf32>", "%0 = \"interpreter.run_parallel\"(%x) {programs = [[@f]]} : (tensor<2xf32>) -> tensor<4xi32>\n" + whole + "tensor<4xi32>", "tensor<4xi32>",
			"func.func private @f(%a: tensor<4xi32>) -> tensor<4xi32> {\n  %r = stablehlo.add %a, %a : tensor<4xi32>\n  return %r : tensor<4xi32>\n}",
			"takes 'tensor<4xi32>', but got 'tensor<2xf32>'"},
		{"results of a program", "tensor<2xf32>", "%0 = \"interpreter.run_parallel\"(%x) {programs = [[@f]]} : (tensor<2xf32>) -> tensor<3xf32>\n" + whole + "tensor<3xf32>", "tensor<3xf32>",
			"func.func private @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}",
			"its result must be 'tensor<3xf32>', but got 'tensor<2xf32>'"},
		{"operands of a group", "tensor<2xf32>", "%y = stablehlo.constant dense<1.0> : tensor<3xf32>\n%0:2 = \"interpreter.run_parallel\"(%x, %y) {programs = [[@f], [@g]]} : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>, tensor<3xf32>)\n" +
			"%r = stablehlo.add %0#0, %0#0 : tensor<2xf32>", "tensor<2xf32>",
			"func.func private @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %r = \"stablehlo.all_reduce\"" + sum + " : (tensor<2xf32>) -> tensor<2xf32>\n  return %r : tensor<2xf32>\n}\n" +
				"func.func private @g(%a: tensor<3xf32>) -> tensor<3xf32> {\n  %r = \"stablehlo.all_reduce\"" + sum + " : (tensor<3xf32>) -> tensor<3xf32>\n  return %r : tensor<3xf32>\n}",
			"operands of different types"},
	} {
		m := parse(t, reg, program("%x: "+test.in, test.body, "%r", test.out)+"\n"+test.functions)
		for _, name := range []string{"ref", "vm", "jit"} {
			t.Run(test.name+"/"+name, func(t *testing.T) {
				e, err := embed.Module(t.Context(), m, embed.Options{Backend: name, Backends: embed.Backends(), Threads: 1})
				if err == nil {
					defer e.Close()
					_, err = run(e)
				}
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("got %v, want an error with %q", err, test.want)
				}
			})
		}
	}
}

func run(e *embed.Executable) ([]*tensor.Tensor, error) {
	shape, _ := e.Inputs()[0].Shape()
	return e.Run(context.Background(), tensor.New(e.Inputs()[0].Kind(), shape...))
}

// TestRegionsInProgress checks that an endless recursion from nested regions fails with an error.
func TestRegionsInProgress(t *testing.T) {
	body := "%v = func.call @f(%x, %c) : (tensor<i32>, tensor<i1>) -> tensor<i32>\nstablehlo.return %v : tensor<i32>\n"
	for i := range 100 {
		end := "stablehlo.return"
		if i == 99 {
			end = "return"
		}
		body = fmt.Sprintf("%%r%d = \"stablehlo.if\"(%%c) ({\n%s}, {stablehlo.return %%x : tensor<i32>}) : (tensor<i1>) -> tensor<i32>\n%s %%r%[1]d : tensor<i32>\n", i, body, end)
	}
	const entry = "%c = stablehlo.constant dense<true> : tensor<i1>\n%r = func.call @f(%x, %c) : (tensor<i32>, tensor<i1>) -> tensor<i32>"
	m := parse(t, registry(t), "func.func private @f(%x: tensor<i32>, %c: tensor<i1>) -> tensor<i32> {\n"+body+"}\n"+program("%x: tensor<i32>", entry, "%r", "tensor<i32>"))
	e, err := embed.Module(t.Context(), m, embed.Options{Backend: "ref", Backends: embed.Backends(), Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if _, err := run(e); err == nil || !strings.Contains(err.Error(), "more than 100000 regions are in progress") {
		t.Error(err)
	}
}

// TestManyProcesses checks that run_parallel with more programs than the maximum is an error.
func TestManyProcesses(t *testing.T) {
	const function = "\nfunc.func private @f() {\n  return\n}"
	body := "\"interpreter.run_parallel\"() {programs = [" + strings.Repeat("[@f], ", 300_000) + "[@f]]} : () -> ()"
	m := parse(t, registry(t), program("%x: tensor<f32>", body, "%x", "tensor<f32>")+function)
	for _, name := range []string{"ref", "jit"} {
		e, err := embed.Module(t.Context(), m, embed.Options{Backend: name, Backends: embed.Backends(), Threads: 1})
		if err == nil {
			_, err = run(e)
			e.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "it runs 300001 programs in parallel, but at most 4096 are possible") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDynamicProcesses runs parallel programs with dynamic shapes.
func TestDynamicProcesses(t *testing.T) {
	const body = "%0 = \"interpreter.run_parallel\"(%x) {programs = [[@f]]} : (tensor<?xf32>) -> tensor<?xf32>"
	const function = "\nfunc.func private @f(%a: tensor<?xf32>) -> tensor<?xf32> {\n  %r = stablehlo.add %a, %a : tensor<?xf32>\n  return %r : tensor<?xf32>\n}"
	m := parse(t, registry(t), program("%x: tensor<?xf32>", body, "%0", "tensor<?xf32>")+function)
	e, err := embed.Module(t.Context(), m, embed.Options{Backend: "ref", Backends: embed.Backends(), Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	x := tensor.New(tensor.F32, 2)
	x.SetFloat(1, 4)
	if out, err := e.Run(t.Context(), x); err != nil || out[0].Float(1) != 8 {
		t.Errorf("got %v, %v", out, err)
	}
	if _, err := e.Run(t.Context(), tensor.New(tensor.F32, 2, 2)); err == nil || !strings.Contains(err.Error(), "tensor<?xf32>") || strings.Contains(err.Error(), "-9223372036854775808") {
		t.Errorf("an input of another rank gives the error %v", err)
	}
}
