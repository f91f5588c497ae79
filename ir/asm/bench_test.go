package asm_test

import (
	"io"
	"testing"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func benchRegistry(b *testing.B) *ir.Registry {
	reg, err := ir.DeferredRegistry(builtin.Dialect(), fn.Dialect(), arith.Dialect())
	if err != nil {
		b.Fatal(err)
	}
	return reg
}

// BenchmarkText reads, verifies and prints 200,000 operations. B/op and allocs/op are for the whole
// program, and ns/ir-op is for one operation.
func BenchmarkText(b *testing.B) {
	const ops = 200_000
	for _, shape := range []struct {
		name      string
		functions int
	}{{"functions", 200}, {"one", 1}} {
		text := irtest.Arith(shape.functions, ops/shape.functions)
		reg := benchRegistry(b)
		read := func() *ir.Op {
			op, err := asm.Parse(reg, diag.NewSource("bench", text), asm.Options{SkipVerify: true})
			if err != nil {
				b.Fatal(err)
			}
			return op
		}
		per := func(b *testing.B) {
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/ops, "ns/ir-op")
		}
		b.Run(shape.name+"/parse", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				read()
			}
			per(b)
		})
		op := read()
		b.Run(shape.name+"/verify", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := ir.Verify(op); err != nil {
					b.Fatal(err)
				}
			}
			per(b)
		})
		b.Run(shape.name+"/print", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := asm.Print(io.Discard, op, ir.NewPrintOptions()); err != nil {
					b.Fatal(err)
				}
			}
			per(b)
		})
	}
}
