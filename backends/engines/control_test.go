package engines_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// random returns a tensor of type t with random elements: signed integers from -2 to at most 7,
// unsigned integers from 0 to 3, floats in [-4, 4) or, if the type has no sign, in [0, 4).
func random(r *rand.Rand, t ir.Type) *tensor.Tensor {
	shape, _ := t.Shape()
	x := tensor.New(t.Kind(), shape...)
	for i := range x.NumElements() {
		switch {
		case x.Kind == tensor.I1:
			x.SetInt(i, int64(r.IntN(2)))
		case x.Kind.IsUnsigned():
			x.SetInt(i, int64(r.IntN(4)))
		case x.Kind.IsInt():
			x.SetInt(i, int64(r.IntN(min(10, 1<<min(x.Kind.Bits()-1, 8)))-2))
		case x.Kind.IsComplex():
			x.SetComplex(i, complex(r.Float64()*8-4, r.Float64()*8-4))
		case x.Kind == tensor.F8E8M0FNU: // has no sign
			x.SetFloat(i, r.Float64()*4)
		default:
			x.SetFloat(i, r.Float64()*8-4)
		}
	}
	return x
}

// TestControlFlow runs loops and branches on the engines. Some loops and branches are nested, and
// some branches are chosen by indices that are out of range. The carried values of loops are
// exchanged, depend on each other, or do not change.
func TestControlFlow(t *testing.T) {
	for name, body := range map[string]string{
		"swap": `
func.func @main(%n: tensor<i32>, %x: tensor<3xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<3xf32>, tensor<3xf32> cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %c = stablehlo.add %a, %b : tensor<3xf32>
    stablehlo.return %j, %b, %c : tensor<i32>, tensor<3xf32>, tensor<3xf32>
  }
  return %r#1, %r#2, %r#0 : tensor<3xf32>, tensor<3xf32>, tensor<i32>
}`,
		"parts": `
func.func @main(%n: tensor<i32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %y = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
  %w = stablehlo.negate %x : tensor<4xf32>
  %r:3 = stablehlo.while(%i = %zero, %a = %w, %b = %y) : tensor<i32>, tensor<4xf32>, tensor<2xf32> cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %c = stablehlo.slice %a [2:4] : (tensor<4xf32>) -> tensor<2xf32>
    %d = stablehlo.concatenate %c, %b, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    stablehlo.return %j, %d, %c : tensor<i32>, tensor<4xf32>, tensor<2xf32>
  }
  return %r#1, %r#2 : tensor<4xf32>, tensor<2xf32>
}`,
		"nested": `
func.func @main(%n: tensor<i32>, %x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<3x3xf32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<3x3xf32> cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s:2 = stablehlo.while(%k = %zero, %b = %a) : tensor<i32>, tensor<3x3xf32> cond {
      %p = stablehlo.compare LT, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %l = stablehlo.add %k, %one : tensor<i32>
      %c = stablehlo.transpose %b, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
      %d = stablehlo.multiply %c, %half : tensor<3x3xf32>
      %e = stablehlo.add %d, %x : tensor<3x3xf32>
      stablehlo.return %l, %e : tensor<i32>, tensor<3x3xf32>
    }
    %even = stablehlo.and %i, %one : tensor<i32>
    %q = stablehlo.compare EQ, %even, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %t = "stablehlo.if"(%q) ({
      %u = stablehlo.dynamic_update_slice %s#1, %one_row, %i, %zero : (tensor<3x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
      stablehlo.return %u : tensor<3x3xf32>
    }, {
      stablehlo.return %s#1 : tensor<3x3xf32>
    }) : (tensor<i1>) -> tensor<3x3xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<3x3xf32>
  }
  return %r#1 : tensor<3x3xf32>
}`,
		"products": `
func.func @main(%n: tensor<i32>, %x: tensor<5x2x19xi32>, %w: tensor<19x23xi32>) -> tensor<2x23xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<4> : tensor<i32>
  %none = stablehlo.constant dense<1> : tensor<2x23xi32>
  %r:3 = stablehlo.while(%i = %zero, %xs = %x, %s = %none) : tensor<i32>, tensor<5x2x19xi32>, tensor<2x23xi32> cond {
    %p = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %at = stablehlo.add %i, %n : tensor<i32>
    %a = stablehlo.dynamic_slice %xs, %at, %n, %n, sizes = [1, 2, 19] : (tensor<5x2x19xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x19xi32>
    %b = stablehlo.reshape %a : (tensor<1x2x19xi32>) -> tensor<2x19xi32>
    %c = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<2x19xi32>, tensor<19x23xi32>) -> tensor<2x23xi32>
    %d = stablehlo.multiply %c, %s : tensor<2x23xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %xs, %d : tensor<i32>, tensor<5x2x19xi32>, tensor<2x23xi32>
  }
  return %r#2 : tensor<2x23xi32>
}`,
		"case": `
func.func @main(%n: tensor<i32>, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %r:2 = "stablehlo.case"(%n) ({
    %y = stablehlo.negate %x : tensor<3xf32>
    stablehlo.return %y, %x : tensor<3xf32>, tensor<3xf32>
  }, {
    stablehlo.return %x, %x : tensor<3xf32>, tensor<3xf32>
  }, {
    %y = stablehlo.add %x, %x : tensor<3xf32>
    %z = stablehlo.abs %y : tensor<3xf32>
    stablehlo.return %z, %y : tensor<3xf32>, tensor<3xf32>
  }) : (tensor<i32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %r#0, %r#1 : tensor<3xf32>, tensor<3xf32>
}`,
	} {
		body = strings.Replace(body, "  %half =", "  %one_row = stablehlo.constant dense<2.0> : tensor<1x3xf32>\n  %half =", 1)
		t.Run(name, func(t *testing.T) {
			m := parse(t, registry(t), body)
			es := engines(t)
			for n := range int32(7) {
				c := compile(t, es, m)
				in := []*tensor.Tensor{tensor.FromSlice(nil, []int32{n - 1})}
				for _, ty := range c.programs[0].Inputs()[1:] {
					in = append(in, random(rand.New(rand.NewPCG(uint64(n), 3)), ty))
				}
				c.same(t, in)
			}
		})
	}
}

// TestHostOps checks that operations that run on the host are executed in program order, between
// kernels, and that a failing check operation ends the run.
func TestHostOps(t *testing.T) {
	m := parse(t, registry(t), `
func.func @main(%x: tensor<3xf32>, %want: tensor<2xui8>) -> tensor<3xf32> {
  %y = stablehlo.add %x, %x : tensor<3xf32>
  %z = stablehlo.subtract %y, %x : tensor<3xf32>
  check.expect_eq %z, %x : tensor<3xf32>
  %k = stablehlo.constant dense<[1, 255]> : tensor<2xui8>
  check.expect_eq %k, %want : tensor<2xui8>
  return %y : tensor<3xf32>
}`)
	for _, e := range engines(t) {
		p, err := e.Compile(context.Background(), m, backends.CompileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		want := tensor.New(tensor.U8, 2)
		want.SetInt(0, 1)
		want.SetInt(1, 255)
		if _, err := p.Run(context.Background(), []*tensor.Tensor{tensor.New(tensor.F32, 3), want}); err != nil {
			t.Errorf("%s: %v", e.name, err)
		}
		want.SetInt(1, 254)
		_, err = p.Run(context.Background(), []*tensor.Tensor{tensor.New(tensor.F32, 3), want})
		if err == nil || !strings.Contains(err.Error(), "element 1") {
			t.Errorf("%s accepts a wrong value: %v", e.name, err)
		}
	}
}
