package replay_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/partition/replay"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

const program = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = stablehlo.multiply %0, %x : tensor<4xf32>
  %2 = stablehlo.tanh %1 : tensor<4xf32>
  %3 = stablehlo.subtract %2, %0 : tensor<4xf32>
  return %3 : tensor<4xf32>
}`

// FuzzPartition looks for partitions that crash the reader, take much time or memory, or give a
// division that placement.Verify refuses. It also checks that the function that File.Pin returns
// restores the program.
func FuzzPartition(f *testing.F) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), stablehlo.Dialect(), cluster.Dialect())
	if err != nil {
		f.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("program.mlir", []byte(program)), asm.Options{})
	if err != nil {
		f.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	main := irplace.Entries(m)[0]
	head := fmt.Sprintf("lathe.partition/1\nfunc @main ops 4 hash %016x {\n", replay.Hash(main))
	ids := []any{}
	for o := range main.Entry().Ops() {
		ids = append(ids, o.ID())
	}
	ids = ids[:4]
	for _, seed := range []string{
		head + fmt.Sprintf("  cluster \"vm\" {\n    #%d stablehlo.add %%0\n    #%d stablehlo.multiply %%1\n  }\n  cluster c { #%d stablehlo.tanh %%2 }\n  cluster vm { #%d } // end\n}\n", ids...),
		head + fmt.Sprintf("cluster vm as \"p0\" backend \"vm\" numbers 0,1 on \"vm.0\" \"vm.1\" contexts 2 replicas 2 instances 2 units 4 fast \"a\" options \"key\" \"value\" { #%d #%d }\n"+
			"cluster c as p1 joined #%[3]d elsewhere { #%[3]d #%[4]d } }", ids...),
		"lathe.partition/1\noverrules pins\n" + head[len("lathe.partition/1\n"):] + fmt.Sprintf("cluster vm { #%d #%d #%d #%d } }", ids...),
		"lathe.partition/2\n", head + "}", "lathe.partition/1\nfunc @\"a\\\"b\" ops 0 hash 0 {}", head + "cluster vm { #99999999999999999999 } }",
		// Memory must not grow with the square of a name's length.
		head + "cluster \"" + strings.Repeat("\\n ", 1<<16) + "\" {} }",
	} {
		f.Add([]byte(seed))
	}
	symbols := ir.NewSymbols(op)
	devices := []string{"vm", "c"}
	before := printed(op)
	f.Fuzz(func(t *testing.T, text []byte) {
		defer irtest.MustEnd(10*time.Second, text)()
		var file *replay.File
		var err error
		most := 4<<20 + 4096*uint64(len(text))
		if by := irtest.Allocated(most, func() { file, err = replay.Parse(diag.NewSource("fuzz.partition", bytes.Clone(text))) }); by > most {
			t.Errorf("%d bytes were allocated for a text of %d bytes", by, len(text))
		}
		if err != nil {
			if len(diag.All(err)) == 0 {
				t.Errorf("the error is no diagnostic: %v", err)
			}
			return
		}
		if err := file.CheckNames(m, asm.NewNames(op), nil); err != nil {
			return
		}
		undo, err := file.Pin(m, devices, func(*ir.Op) (device, by string) { return "", "" })
		if err != nil {
			return
		}
		defer func() {
			if undo(); printed(op) != before {
				t.Error("undo did not restore the program")
			}
		}()
		g, err := irplace.FromFunc(main, devices, symbols)
		if err != nil {
			t.Fatal(err)
		}
		p, err := file.Strategy().Partition(t.Context(), g.Graph, placement.Options{}, nil)
		if err != nil {
			return
		}
		if err := placement.Verify(g.Graph, p); err != nil {
			t.Errorf("the partition is invalid: %v", err)
		}
	})
}

func printed(op *ir.Op) string {
	var b bytes.Buffer
	if err := asm.Print(&b, op, ir.NewPrintOptions()); err != nil {
		panic(err)
	}
	return b.String()
}

// TestLongWord checks that a file with one word of 32 MiB is refused before it is parsed.
func TestLongWord(t *testing.T) {
	src := diag.NewSource("long.partition", bytes.Repeat([]byte("x"), 32<<20))
	begin := irtest.ProcessorTime()
	_, err := replay.Parse(src)
	if err == nil || !strings.Contains(err.Error(), "a word of a partition must have at most 65536 bytes") {
		t.Errorf("got error %.200v, expected an error about the length of a word", err)
	}
	if used := irtest.ProcessorTime() - begin; used > time.Second {
		t.Errorf("refusing the file took %v of processor time", used)
	}
}
