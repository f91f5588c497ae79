package rules_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
	"github.com/lathe-ir/lathe/passes/placement/rules"
)

const program = `func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.add %x, %x {role = "head", n = 3 : i64} : tensor<4xf32> loc("model.py":3:4)
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}`

// FuzzRules looks for rules that crash the parser or the matching of operations, or that take much
// time or memory. Parsing the text of a parsed rule must give one equal rule.
func FuzzRules(f *testing.F) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), stablehlo.Dialect())
	if err != nil {
		f.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("program.mlir", []byte(program)), asm.Options{})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{
		"pin op stablehlo.dot_general and bytes > 4096 to c\nkeep symbol @main or loc \"model.py:*\" from vm\n", "pin id 12-17 to vm.1; pin attr role = \"head\" to c",
		"pin not (op stablehlo.add and not not flops >= 1e3) or operands = 2 to vm # comment\n", "keep name %0 or type tensor<4xf32> from c; pin results < 2 to vm",
		"pin id 4294967296 to vm", "pin id 3-2 to vm", "pin attr n = 3 to c", "pin op \"a\tb\" to \"\"", "pin op ??*** to vm", "pin to to to", "keep loc \"[a-\\\" from vm", "pin (((op a))) to b",
		"pin op \"" + strings.Repeat("\\n", 1<<16) + "\" to vm", // memory must not grow with the square of the length
	} {
		f.Add([]byte(seed))
	}
	symbols := ir.NewSymbols(op)
	names, insides := asm.NewNames(op), irplace.NewInsides(symbols)
	f.Fuzz(func(t *testing.T, text []byte) {
		defer irtest.MustEnd(10*time.Second, text)()
		var parsed *rules.Rules
		var err error
		most := 4<<20 + 4096*uint64(len(text))
		if by := irtest.Allocated(most, func() { parsed, err = rules.Parse(diag.NewSource("fuzz.rules", bytes.Clone(text))) }); by > most {
			t.Errorf("%d bytes were allocated for a text of %d bytes", by, len(text))
		}
		if err != nil {
			if ds := diag.All(err); len(ds) == 0 || ds[0].Span.End > len(text) {
				t.Errorf("the error has no valid position: %v", err)
			}
			return
		}
		for _, r := range parsed.All() {
			again, err := rules.Parse(diag.NewSource("again.rules", []byte(r.Text)))
			if err != nil || len(again.All()) != 1 {
				t.Fatalf("parsing the text of a rule, %q, does not give one rule: error %v", r.Text, err)
			}
			one := again.All()[0]
			if one.Pin != r.Pin || one.Device != r.Device || fmt.Sprint(one.Ops()) != fmt.Sprint(r.Ops()) {
				t.Errorf("parsing the text of a rule, %q, gives another rule", r.Text)
			}
			outer := rules.Subject{}
			op.Walk(func(o *ir.Op) bool {
				s := rules.Subject{Op: o, Names: names, Insides: insides}
				if outer.Op != nil && o.Parent() == outer.Op {
					s.Within = &outer
				} else {
					outer = s
				}
				if r.Matches(s) != one.Matches(s) {
					t.Errorf("parsing the text of a rule, %q, gives a rule that matches other operations", r.Text)
				}
				return true
			})
		}
	})
}
