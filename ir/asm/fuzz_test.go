package asm_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/affine"
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/bufferization"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cf"
	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/complex"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/index"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/mlprogram"
	"github.com/lathe-ir/lathe/dialects/quant"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/sdy"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/dialects/ub"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
)

// oddSeeds are texts at the edges of the grammar.
var oddSeeds = []string{
	"module attributes {a.b = #.c<vm>} {}",
	"module attributes {a.b = #c.<vm>, a.d = #c-d<e>, a.e = #$c.d} {}",
	`module attributes {a.b = [#c<d<vm">, #e.f<evm">]} {}`,
	`module attributes {a.b = #c<d<"<">>, a.c = #c.d<"\\q>">, a.e = #c<d<a> <b>>} {}`,
	"module attributes {a.b = #c.d<a >= b>, a.c = #c.d<a -> b>, a.d = #c<d.>, a.e = #c<d.<a>>} {}",
	`"a.b"() {c = !d<"e<\22f\22>">, g = !d.e<[(f)]>} : () -> !h.i<j>`,
}

// FuzzParse checks that no text makes the parser panic. A valid program is printed in custom and in
// generic form. The printed text must be valid, and the program parsed from it must be printed as
// the same text.
func FuzzParse(f *testing.F) {
	seeds, err := filepath.Glob("../../lit/*/*.mlir")
	if err != nil {
		f.Fatal(err)
	}
	more, err := filepath.Glob("../../lit/dialects/*/*.mlir")
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range append(seeds, more...) {
		text, err := os.ReadFile(s)
		if err != nil {
			f.Fatal(err)
		}
		for _, chunk := range bytes.Split(text, []byte("// -----\n")) {
			f.Add(chunk)
		}
	}
	for _, s := range oddSeeds {
		f.Add([]byte(s))
	}
	reg, err := ir.NewRegistry(
		affine.Dialect(), arith.Dialect(), bufferization.Dialect(), builtin.Dialect(), cf.Dialect(), chlo.Dialect(), complex.Dialect(),
		fn.Dialect(), index.Dialect(), linalg.Dialect(), math.Dialect(), memref.Dialect(), mlprogram.Dialect(), quant.Dialect(),
		scf.Dialect(), sdy.Dialect(), stablehlo.Dialect(), tensor.Dialect(), ub.Dialect(), vector.Dialect(),
	)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		// The fuzzer itself would wait forever for a parser that does not end.
		defer irtest.MustEnd(10*time.Second, text)()
		// A source must not change, but the fuzzer reuses its buffer.
		op, err := parse(reg, bytes.Clone(text))
		if err != nil {
			return
		}
		custom := ir.NewPrintOptions()
		custom.DebugInfo = true
		expected := print(op, custom)
		if expected == nil {
			return // the printed text would exceed the size limit
		}
		for _, generic := range []bool{false, true} {
			o := custom
			o.Generic = generic
			first := print(op, o)
			if first == nil {
				return
			}
			again, err := parse(reg, first)
			if err != nil {
				t.Fatalf("the printed text cannot be parsed: %v\n%s", err, first)
			}
			if second := print(again, o); !bytes.Equal(first, second) {
				t.Fatalf("the program is printed as\n%sand, after parsing this text, as\n%s", first, second)
			}
			if last := print(again, custom); !bytes.Equal(expected, last) {
				t.Fatalf("the program is printed as\n%s\nbut, after parsing the text\n%s\nas\n%s", expected, first, last)
			}
		}
	})
}

func parse(reg *ir.Registry, text []byte) (*ir.Op, error) {
	return asm.Parse(reg, diag.NewSource("fuzz", text), asm.Options{AllowUnregistered: true})
}

// print returns the text of op, or nil if printing fails because the text is too large.
func print(op *ir.Op, o ir.PrintOptions) []byte {
	var b bytes.Buffer
	if asm.Print(&b, op, o) != nil {
		return nil
	}
	return b.Bytes()
}
