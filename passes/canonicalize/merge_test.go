package canonicalize_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cf"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/canonicalize"
)

// TestMergedBlocks merges the blocks of random functions. The functions must still make the same
// calls with the same arguments. Many blocks have the same operations with other operands.
func TestMergedBlocks(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), cf.Dialect(), arith.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	known, err := passes.NewKnown([]passes.Pass{canonicalize.Pass()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := passes.Parse("builtin.module(canonicalize{region-simplify=aggressive})", known)
	if err != nil {
		t.Fatal(err)
	}
	merged := 0
	for seed := range uint64(3000) {
		text := randomBlocks(rand.New(rand.NewPCG(seed, 1)))
		op, err := asm.Parse(reg, diag.NewSource("blocks.mlir", []byte(text)), asm.Options{})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		before, blocks := calls(op), len(main(op).RegionAt(0).Blocks)
		if err := (&passes.Manager{}).Run(t.Context(), op, p); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if len(main(op).RegionAt(0).Blocks) < blocks {
			merged++
		}
		if after := calls(op); !slices.Equal(before, after) {
			t.Fatalf("seed %d: got the calls\n%v\nexpected\n%v\n%s", seed, after, before, text)
		}
	}
	if merged < 1000 {
		t.Errorf("got fewer blocks in %d functions, expected at least 1000", merged)
	}
}

// randomBlocks returns a function that calls @next and @coin in blocks with few different bodies.
func randomBlocks(r *rand.Rand) string {
	n := 4 + r.IntN(6)
	succ := make([][]int, n)
	for i := range succ {
		if i < n-1 { // the last block returns
			succ[i] = []int{1 + r.IntN(n-1), 1 + r.IntN(n-1)}[:1+r.IntN(2)]
		}
	}
	withArg := r.IntN(3) // every third block may have an argument
	kinds := []string{"", "n", "a", "an", "nn", "c", "na"}
	bodies := []string{kinds[r.IntN(len(kinds))], kinds[r.IntN(len(kinds))]}
	var b strings.Builder
	b.WriteString("func.func private @next(i32) -> i32\nfunc.func private @coin() -> i1\nfunc.func @main(%p: i32, %q: i32) {\n")
	defined := make([][]string, n)
	defined[0] = []string{"%p", "%q"}
	for i := range n {
		if i > 0 {
			fmt.Fprintf(&b, "^b%d", i)
			if i%3 == withArg {
				fmt.Fprintf(&b, "(%%x%d: i32)", i)
				defined[i] = append(defined[i], fmt.Sprintf("%%x%d", i))
			}
			b.WriteString(":\n")
		}
		visible := []string{}
		for d := range n {
			if d < i && dominates(succ, d, i) {
				visible = append(visible, defined[d]...)
			}
		}
		pick := func() string {
			all := append(slices.Clone(visible), defined[i]...)
			return all[r.IntN(len(all))]
		}
		if i > 0 && !dominates(succ, 0, i) || len(visible)+len(defined[i]) == 0 {
			visible = defined[0]
		}
		for k, c := range bodies[r.IntN(2)] {
			v := fmt.Sprintf("%%v%d_%d", i, k)
			switch c {
			case 'n':
				fmt.Fprintf(&b, "  %s = call @next(%s) : (i32) -> i32\n", v, pick())
			case 'a':
				fmt.Fprintf(&b, "  %s = arith.addi %s, %s : i32\n", v, pick(), pick())
			case 'c':
				fmt.Fprintf(&b, "  %s = arith.constant %d : i32\n", v, r.IntN(2))
			}
			defined[i] = append(defined[i], v)
		}
		to := func(s int) string {
			if s%3 == withArg {
				return fmt.Sprintf("^b%d(%s : i32)", s, pick())
			}
			return fmt.Sprintf("^b%d", s)
		}
		switch len(succ[i]) {
		case 0:
			b.WriteString("  return\n}\n")
		case 1:
			fmt.Fprintf(&b, "  cf.br %s\n", to(succ[i][0]))
		case 2:
			fmt.Fprintf(&b, "  %%c%d = call @coin() : () -> i1\n  cf.cond_br %%c%[1]d, %s, %s\n", i, to(succ[i][0]), to(succ[i][1]))
		}
	}
	return b.String()
}

// dominates reports whether every path from block 0 to block b contains block d.
func dominates(succ [][]int, d, b int) bool {
	seen := make([]bool, len(succ))
	seen[d] = true
	for stack := []int{0}; len(stack) > 0 && d != 0; {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !seen[at] {
			seen[at] = true
			stack = append(stack, succ[at]...)
		}
	}
	return d == 0 || d == b || !seen[b]
}

func main(module *ir.Op) (found *ir.Op) {
	module.Walk(func(op *ir.Op) bool {
		if name, _ := op.SymbolName(); name == "main" {
			found = op
		}
		return true
	})
	return found
}

// calls executes @main and returns the arguments of the first 200 calls of @next, and the result
// of each call of @coin.
func calls(module *ir.Op) (trace []int32) {
	vals := map[*ir.Value]int32{}
	b := main(module).RegionAt(0).Entry()
	vals[b.Arg(0)], vals[b.Arg(1)] = 3, 5
	r := rand.New(rand.NewPCG(7, 7))
	for steps := 0; steps < 5000 && len(trace) < 200; {
		for op := range b.Ops() {
			steps++
			in := make([]int32, op.NumOperands())
			for i, v := range op.OperandList() {
				in[i] = vals[v]
			}
			switch o := op.View().(type) {
			case arith.AddI:
				vals[op.Result()] = in[0] + in[1]
			case arith.Constant:
				if k, ok := o.Value().Int(); ok {
					vals[op.Result()] = int32(k)
				}
			case arith.Select:
				vals[op.Result()] = in[2-(in[0]&1)]
			case fn.Call:
				next := r.Int32()
				if op.NumOperands() == 0 {
					next &= 1
					trace = append(trace, next)
				} else {
					trace = append(trace, in[0])
				}
				vals[op.Result()] = next
			case fn.Return:
				return trace
			case cf.Br, cf.CondBr:
				taken := 0
				if op.NumSuccessors() > 1 && in[0]&1 == 0 {
					taken = 1
				}
				br, _ := ir.Cast[ir.Branch](op)
				lo, hi := br.Forwarded(taken)
				b = op.SuccessorAt(taken)
				for i, v := range in[lo:hi] {
					vals[b.Arg(i)] = v
				}
			default:
				panic(op.Name())
			}
		}
	}
	return trace
}
