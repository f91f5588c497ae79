package target_test

import (
	"testing"

	"github.com/lathe-ir/lathe/lowering/target"
	"github.com/lathe-ir/lathe/passes/placement"
)

// TestRates checks the order of the engines by speed. With vectors twice as long, a program must be
// at least 1.9 times as fast. With more threads, it must be faster.
func TestRates(t *testing.T) {
	wide, err := target.Named("avx512")
	if err != nil {
		t.Fatal(err)
	}
	narrow, err := target.Named("avx2")
	if err != nil {
		t.Fatal(err)
	}
	var l placement.Load
	l.Ops, l.Kernels, l.Work[placement.Function] = 1, 1, 1e6
	time := func(engine string, on target.Target, threads int) float64 {
		r := target.Rates(engine, on, 4)
		if err := (placement.Spec{Rates: r}).Check(); err != nil {
			t.Fatal(err)
		}
		return r.Time(&l, threads)
	}
	for _, pair := range [][2]string{{"c", "vm"}, {"jit", "vm"}, {"vm", "ref"}} {
		if a, b := time(pair[0], wide, 1), time(pair[1], wide, 1); a >= b {
			t.Errorf("%s takes %v s, expected less time than %s, which takes %v s", pair[0], a, pair[1], b)
		}
	}
	if a, b := time("c", wide, 1), time("c", narrow, 1); 1.9*a > b {
		t.Errorf("c takes %v s with vectors of 32 bytes, expected at least 1.9 times the %v s with vectors of 64 bytes", b, a)
	}
	if one, two, all := time("vm", wide, 1), time("vm", wide, 2), time("vm", wide, 0); !(all < two && two < one) {
		t.Errorf("1, 2 and 4 threads take %v, %v and %v s, expected less time with more threads", one, two, all)
	}
	if target.Rates("npu", wide, 1) != nil {
		t.Error("Rates returned prices for an engine that does not exist")
	}
}
