package irplace_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
	"github.com/lathe-ir/lathe/passes/placement/placetest"
)

// loadOf returns the sum of the loads of a function's operations.
func loadOf(t *testing.T, text string) (l placement.Load) {
	t.Helper()
	m := placetest.Parse(t, text, stablehlo.Dialect())
	g, err := irplace.FromFunc(irplace.Entries(m)[0], []string{"a"}, ir.NewSymbols(m.Op))
	if err != nil {
		t.Fatal(err)
	}
	for v := range g.Len() {
		if x := g.Load(int32(v)); x != nil {
			l.Add(x, 1)
		}
	}
	return l
}

// loop is a program that squares a tensor while a condition holds.
func loop(condition, step string) string {
	return `func.func @main(%x: tensor<8xf32>, %n: tensor<i32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %y = %x, %m = %n) : tensor<i32>, tensor<8xf32>, tensor<i32>
  cond {
    %limit = stablehlo.constant dense<50> : tensor<i32>
    %below = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %other = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = stablehlo.and %below, %other : tensor<i1>
    stablehlo.return ` + condition + ` : tensor<i1>
  } do {
    %step = stablehlo.constant dense<` + step + `> : tensor<i32>
    %next = stablehlo.add %i, %step : tensor<i32>
    %z = stablehlo.multiply %y, %y : tensor<8xf32>
    stablehlo.return %next, %z, %m : tensor<i32>, tensor<8xf32>, tensor<i32>
  }
  return %r#1 : tensor<8xf32>
}`
}

// TestLoopsRepeat checks how many iterations of a loop are counted: the number that its counter
// gives or, if no counter ends the loop, the assumed number. If another condition can end the loop
// before its counter does, the geometric mean of the two numbers is counted.
func TestLoopsRepeat(t *testing.T) {
	for _, test := range []struct {
		name, condition, step string
		trips                 float64
	}{
		{"counter with step 1", "%below", "1", 50},
		{"counter with step 7", "%below", "7", 8},
		{"no counter", "%other", "1", irplace.UnknownTrips},
		{"ends at the limit or before", "%both", "1", math.Sqrt(50 * irplace.UnknownTrips)},
		{"counter moves away from its limit", "%below", "-1", irplace.UnknownTrips},
	} {
		t.Run(test.name, func(t *testing.T) {
			if l := loadOf(t, loop(test.condition, test.step)); l.Turns != test.trips {
				t.Errorf("got %v iterations, want %v", l.Turns, test.trips)
			}
		})
	}
}

// TestCountsAreFinite checks that 20 nested loops of 10¹⁸ iterations have a finite load and time,
// and a finite number of scalar operations.
func TestCountsAreFinite(t *testing.T) {
	text := "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n  %r = func.call @f20(%x) : (tensor<8xf32>) -> tensor<8xf32>\n  return %r : tensor<8xf32>\n}\nfunc.func private @f0(%x: tensor<8xf32>) -> tensor<8xf32> {\n  %r = stablehlo.add %x, %x : tensor<8xf32>\n  return %r : tensor<8xf32>\n}\n"
	for i := range 20 {
		text += fmt.Sprintf(`func.func private @f%d(%%x: tensor<8xf32>) -> tensor<8xf32> {
  %%zero = stablehlo.constant dense<0> : tensor<i64>
  %%r:2 = stablehlo.while(%%i = %%zero, %%y = %%x) : tensor<i64>, tensor<8xf32>
  cond {
    %%limit = stablehlo.constant dense<1000000000000000000> : tensor<i64>
    %%below = stablehlo.compare LT, %%i, %%limit : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %%below : tensor<i1>
  } do {
    %%one = stablehlo.constant dense<1> : tensor<i64>
    %%next = stablehlo.add %%i, %%one : tensor<i64>
    %%z = func.call @f%d(%%y) : (tensor<8xf32>) -> tensor<8xf32>
    stablehlo.return %%next, %%z : tensor<i64>, tensor<8xf32>
  }
  return %%r#1 : tensor<8xf32>
}
`, i+1, i)
	}
	m := placetest.Parse(t, text, stablehlo.Dialect())
	g, err := irplace.FromFunc(irplace.Entries(m)[0], []string{"a"}, ir.NewSymbols(m.Op))
	if err != nil {
		t.Fatal(err)
	}
	if g.Work(0) != placement.MaxCount || g.Load(0).Turns != placement.MaxCount {
		t.Errorf("got %g scalar operations and %g iterations, want %g", g.Work(0), g.Load(0).Turns, placement.MaxCount)
	}
	rates := &placement.Rates{Run: 1, Op: 1, Kernel: 1, Turn: 1, Parallel: 0.8, Fork: 1e-6, Threads: 2}
	for i := range rates.Work {
		rates.Work[i] = 1e24
	}
	if s := placement.NewModel([]placement.Spec{{Name: "a", Rates: rates}}).Run(g.Graph, 0, 0); !(s > 0 && s < 1e100) {
		t.Errorf("got a time of %g s, want a finite time above 0", s)
	}
}

// TestBranchesAndCalls checks that a call has the load of its callee, and that an operation that
// runs one of several regions has their mean load.
func TestBranchesAndCalls(t *testing.T) {
	l := loadOf(t, `
func.func @main(%i: tensor<i32>, %x: tensor<100xf32>) -> tensor<100xf32> {
  %0 = func.call @twice(%x) : (tensor<100xf32>) -> tensor<100xf32>
  %1 = "stablehlo.case"(%i) ({
    %a = stablehlo.exponential %0 : tensor<100xf32>
    stablehlo.return %a : tensor<100xf32>
  }, {
    stablehlo.return %0 : tensor<100xf32>
  }) : (tensor<i32>) -> tensor<100xf32>
  return %1 : tensor<100xf32>
}
func.func private @twice(%x: tensor<100xf32>) -> tensor<100xf32> {
  %0 = stablehlo.add %x, %x : tensor<100xf32>
  return %0 : tensor<100xf32>
}`)
	if l.Work[placement.Simple] != 100 || l.Work[placement.Function] != 50 {
		t.Errorf("got %v simple operations and %v functions, want 100 and 50", l.Work[placement.Simple], l.Work[placement.Function])
	}
}

// TestChainsMoveOnce checks that a chain of operations is one kernel, which reads the argument and
// writes the result, but moves no other value. Larger values are in more distant memory.
func TestChainsMoveOnce(t *testing.T) {
	for _, test := range []struct {
		shape string
		level placement.Level
		bytes float64
	}{{"256", placement.Cached, 1 << 10}, {"1048576", placement.Shared, 4 << 20}, {"16777216", placement.Distant, 64 << 20}} {
		l := loadOf(t, `func.func @main(%x: tensor<`+test.shape+`xf32>) -> tensor<`+test.shape+`xf32> {
  %c = stablehlo.constant dense<2.0> : tensor<`+test.shape+`xf32>
  %0 = stablehlo.add %x, %c : tensor<`+test.shape+`xf32>
  %1 = stablehlo.multiply %0, %c : tensor<`+test.shape+`xf32>
  %2 = stablehlo.tanh %1 : tensor<`+test.shape+`xf32>
  return %2 : tensor<`+test.shape+`xf32>
}`)
		if l.Ops != 3 || l.Kernels != 1 || l.Bytes[test.level] != 2*test.bytes {
			t.Errorf("%s: got %v operations, %v kernels and bytes %v by level; want 3 operations, 1 kernel and %v bytes at level %d", test.shape, l.Ops, l.Kernels, l.Bytes, 2*test.bytes, test.level)
		}
	}
}

// TestTypesWeigh checks the weights of element types. A product of operands converted from bytes
// counts as a product of bytes.
func TestTypesWeigh(t *testing.T) {
	for typ, want := range map[string]float64{"f32": 1, "f64": 2, "bf16": 2, "complex<f32>": 4, "i32": 1, "f8E4M3FN": 6} {
		l := loadOf(t, `func.func @main(%x: tensor<10x`+typ+`>) -> tensor<10x`+typ+`> {
  %0 = stablehlo.add %x, %x : tensor<10x`+typ+`>
  return %0 : tensor<10x`+typ+`>
}`)
		if got := l.Work[placement.Simple]; got != 10*want {
			t.Errorf("%s: got load %v, want %v", typ, got, 10*want)
		}
	}
	l := loadOf(t, `func.func @main(%x: tensor<4x8xi8>, %y: tensor<8x4xi8>) -> tensor<4x4xi32> {
  %0 = stablehlo.convert %x : (tensor<4x8xi8>) -> tensor<4x8xi32>
  %1 = stablehlo.convert %y : (tensor<8x4xi8>) -> tensor<8x4xi32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<4x8xi32>, tensor<8x4xi32>) -> tensor<4x4xi32>
  return %2 : tensor<4x4xi32>
}`)
	if got, want := l.Work[placement.Product], 2.0*4*4*8/4; got != want {
		t.Errorf("got load %v for a product of bytes, want %v", got, want)
	}
}

// TestConstantBytes checks that a kernel reads the bytes of a constant, unless all elements of the
// constant are equal.
func TestConstantBytes(t *testing.T) {
	for value, want := range map[string]float64{"1.0": 32, "[1.0, 2.0, 3.0, 4.0]": 48} {
		l := loadOf(t, `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<`+value+`> : tensor<4xf32>
  %0 = stablehlo.add %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}`)
		if got := l.Bytes[placement.Cached]; got != want {
			t.Errorf("constant %s: got %v bytes, want %v", value, got, want)
		}
	}
}

// TestManyReaders: the load of each reader of a value depends on all readers. Computing all loads
// must not take quadratic time, which is about a minute here.
func TestManyReaders(t *testing.T) {
	const n = 30000
	var s strings.Builder
	s.WriteString("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n%r = stablehlo.tanh %x : tensor<4xf32>\n%v0 = stablehlo.tanh %r : tensor<4xf32>\n")
	for i := range n {
		fmt.Fprintf(&s, "%%v%d = stablehlo.add %%v%d, %%r : tensor<4xf32>\n", i+1, i)
	}
	fmt.Fprintf(&s, "return %%v%d : tensor<4xf32>\n}", n)
	irtest.Within(t, 20*time.Second, nil, func() {
		if l := loadOf(t, s.String()); l.Kernels != 1 {
			t.Errorf("got %v kernels, want 1", l.Kernels)
		}
	})
}
