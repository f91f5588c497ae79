package asm_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// arithProgram returns functions of n integer operations each.
func arithProgram(functions, n int) []byte {
	var b strings.Builder
	names := []string{"addi", "subi", "muli", "andi", "xori"}
	seed := uint32(1)
	random := func(n int) int {
		seed = seed*1664525 + 1013904223
		return int(seed>>8) % n
	}
	value := func(i int) string {
		switch k := random(i + 2); k {
		case 0:
			return "%a"
		case 1:
			return "%b"
		default:
			return fmt.Sprintf("%%%d", k-2)
		}
	}
	for f := range functions {
		fmt.Fprintf(&b, "func.func @f%d(%%a: i32, %%b: i32) -> i32 {\n", f)
		for i := range n {
			if random(10) == 0 {
				fmt.Fprintf(&b, "  %%%d = arith.constant %d : i32\n", i, random(100))
				continue
			}
			fmt.Fprintf(&b, "  %%%d = arith.%s %s, %s : i32\n", i, names[random(len(names))], value(i), value(i))
		}
		fmt.Fprintf(&b, "  return %%%d : i32\n}\n", n-1)
	}
	return []byte(b.String())
}

func benchRegistry(b *testing.B) *ir.Registry {
	reg, err := ir.DeferredRegistry(builtin.Dialect(), fn.Dialect(), arith.Dialect())
	if err != nil {
		b.Fatal(err)
	}
	return reg
}

// BenchmarkText reads, verifies and prints 200,000 operations. An iteration is the
// whole program, so B/op and allocs/op are for all of them; ns/ir-op is one's share.
func BenchmarkText(b *testing.B) {
	const ops = 200_000
	for _, shape := range []struct {
		name      string
		functions int
	}{{"functions", 200}, {"one", 1}} {
		text := arithProgram(shape.functions, ops/shape.functions)
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
