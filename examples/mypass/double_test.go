package main

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes"
)

// optimize runs the tool on text and returns the output and the errors of the tool.
func optimize(t *testing.T, text string, flags ...string) string {
	t.Helper()
	tool, err := driver.New("mypass", all.Bundle(), bundle())
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	tool.Opt(context.Background(), append(flags, "-"), strings.NewReader(text), &out, &out)
	return out.String()
}

func TestDouble(t *testing.T) {
	text, err := os.ReadFile("double.mlir")
	if err != nil {
		t.Fatal(err)
	}
	if got := optimize(t, string(text), "--double"); !strings.Contains(got, "arith.addi %arg0, %arg0 : i32") || strings.Contains(got, "muli") {
		t.Errorf("got\n%s\nexpected an addition instead of the multiplication", got)
	}
}

// TestDialect checks that my.scale operations are parsed, joined and printed, and that other types
// are refused.
func TestDialect(t *testing.T) {
	irtest.CheckSpecs(t, dialect())
	const scales = `func.func @f(%x: !my.fixed<8>) -> !my.fixed<8> {
  %0 = my.scale %x by <3> : !my.fixed<8>
  %1 = my.scale %0 by <-1> : !my.fixed<8>
  return %1 : !my.fixed<8>
}`
	if got := optimize(t, scales, "--canonicalize"); !strings.Contains(got, "my.scale %arg0 by <2> : !my.fixed<8>") {
		t.Errorf("got\n%s\nexpected one scale by <2>", got)
	}
	if got := optimize(t, strings.ReplaceAll(scales, "!my.fixed<8>", "i32")); !strings.Contains(got, "must be a fixed-point number, but got 'i32'") {
		t.Errorf("got\n%s\nexpected an error about the type i32", got)
	}
}

// TestApply runs the pass on a module by a call from Go.
func TestApply(t *testing.T) {
	m, err := compile.ParseFile("double.mlir", dialect())
	if err != nil {
		t.Fatal(err)
	}
	if err := passes.Apply(context.Background(), m.Op, double()); err != nil {
		t.Fatal(err)
	}
	if got := asm.String(m.Op); !strings.Contains(got, "arith.addi") {
		t.Errorf("got\n%s\nexpected an addition", got)
	}
}

// TestTarget runs a custom call of the target my.checksum with the default backend. It checks that
// a call with other types is refused.
func TestTarget(t *testing.T) {
	const program = `func.func @main(%x: tensor<2xf32>) -> tensor<ui32> {
  %y = stablehlo.add %x, %x : tensor<2xf32>
  %0 = stablehlo.custom_call @my.checksum(%y) : (tensor<2xf32>) -> tensor<ui32>
  return %0 : tensor<ui32>
}`
	run := func(text string) (string, error) {
		m, err := compile.Parse("t.mlir", []byte(text), dialect())
		if err != nil {
			t.Fatal(err)
		}
		p, err := compile.Module(context.Background(), m, compile.Options{})
		if err != nil {
			return "", err
		}
		defer p.Close()
		out, err := p.Run(context.Background(), tensor.FromSlice([]int64{2}, []float32{1, 2}))
		if err != nil {
			return "", err
		}
		return tensor.Format(out[0], 1), nil
	}
	if got, err := run(program); err != nil || got != "tensor<ui32> 1888378619" {
		t.Errorf("got %q (error %v), expected the checksum 1888378619", got, err)
	}
	if _, err := run(strings.ReplaceAll(program, "ui32", "i32")); err == nil || !strings.Contains(err.Error(), "it must have one operand and one result") {
		t.Errorf("a call with a result of type i32: got error %v, expected an error about the operand and the result", err)
	}
}

// TestListings checks that the Go listings in the README and in docs/extending.md are equal to the
// code of this example.
func TestListings(t *testing.T) {
	var code strings.Builder
	for _, file := range []string{"dialect.go", "double.go", "target.go", "double_test.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		code.Write(text)
	}
	for _, page := range []string{"README.md", "../../docs/extending.md"} {
		text, err := os.ReadFile(page)
		if os.IsNotExist(err) {
			continue // the example was copied out of the repository
		}
		blocks := strings.Split(string(text), "```go\n")[1:]
		if err != nil || len(blocks) == 0 {
			t.Fatalf("%s: %v, %d listings", page, err, len(blocks))
		}
		for _, b := range blocks {
			if listing, _, _ := strings.Cut(b, "```"); !strings.Contains(code.String(), listing) {
				t.Errorf("%s has\n%s\nwhich is not in the code", page, listing)
			}
		}
	}
}
