package jit

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/vm"
)

// TestShuffles compares the results of shuffles with vm. Some shuffles are those for which
// processors have instructions, and the others are random.
func TestShuffles(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{4, 8} {
		for lanes := 16 / size; lanes <= 64/size; lanes *= 2 {
			inUnit := 16 / size
			var lists [][]int
			list := func(from func(l int) int) {
				var x []int
				for l := range lanes {
					x = append(x, from(l))
				}
				lists = append(lists, x)
			}
			for piece := 1; piece < inUnit; piece *= 2 {
				for half := range 2 {
					list(func(l int) int {
						in := l % inUnit
						return l - in + half*inUnit/2 + in/(2*piece)*piece + in%piece + in/piece%2*lanes
					})
				}
			}
			for odd := range 2 {
				list(func(l int) int { return 2*l + odd })
				list(func(l int) int { return l&^1 + odd + l%2*lanes })
			}
			for first := range lanes {
				list(func(l int) int { return first + l })
			}
			list(func(l int) int { return rng.IntN(lanes) })
			for range 20 {
				list(func(int) int { return rng.IntN(2 * lanes) })
				if lanes == inUnit {
					continue
				}
				units := rng.Perm(2 * lanes / inUnit)
				list(func(l int) int { return units[l/inUnit]*inUnit + l%inUnit })
				half := lanes / inUnit / 2
				list(func(l int) int { // the first half from one vector, the second half from the other vector
					return units[l/inUnit]%(2*half)*inUnit + l%inUnit + l/inUnit/half*lanes
				})
			}
			for _, x := range lists {
				checkShuffle(t, size, x)
			}
		}
	}
}

func checkShuffle(t *testing.T, size int, lanes []int) {
	t.Helper()
	n := len(lanes)
	list := strings.ReplaceAll(strings.Trim(fmt.Sprint(lanes), "[]"), " ", ", ")
	text := strings.NewReplacer("LANES", fmt.Sprint(n), "BOTH", fmt.Sprint(2*n), "TYPE", fmt.Sprintf("i%d", 8*size), "LIST", list).Replace(`module {
  func.func @main(%in: memref<BOTHxTYPE>, %out: memref<LANESxTYPE>) attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 1 : index
    func.call @k(%in, %out, %lo, %hi) : (memref<BOTHxTYPE>, memref<LANESxTYPE>, index, index) -> ()
    return
  }
  func.func private @k(%in: memref<BOTHxTYPE>, %out: memref<LANESxTYPE>, %lo: index, %hi: index)
      attributes {kernel.grid = 1 : index, kernel.lanes = LANES : i64, kernel.writes = array<i64: 1>} {
    %c0 = arith.constant 0 : index
    %next = arith.constant LANES : index
    %a = vector.load %in[%c0] : memref<BOTHxTYPE>, vector<LANESxTYPE>
    %b = vector.load %in[%next] : memref<BOTHxTYPE>, vector<LANESxTYPE>
    %s = vector.shuffle %a, %b [LIST] : vector<LANESxTYPE>, vector<LANESxTYPE>
    vector.store %s, %out[%c0] : memref<LANESxTYPE>, vector<LANESxTYPE>
    return
  }
}
`)
	kernels := kernelsOf(t, "shuffle", []byte(text))
	run := func(ks backends.Kernels) string {
		defer ks.Close()
		in, out := make([]byte, 2*n*size), make([]byte, n*size)
		for i := range in {
			in[i] = byte(i)
		}
		ks.Call(0, []unsafe.Pointer{unsafe.Pointer(&in[0]), unsafe.Pointer(&out[0])}, 0, 1)
		return string(out)
	}
	oracle, err := vm.Compile(kernels)
	if err != nil {
		t.Fatal(err)
	}
	want := run(oracle)
	for _, m := range variants(t) {
		made, err := openAs(t, m).encode(t.Context(), kernels, nil)
		if err != nil {
			t.Fatal(err)
		}
		ks, err := link(made, kernels)
		if err != nil {
			t.Fatal(err)
		}
		if got := run(ks); got != want {
			t.Errorf("%s: %d bytes, lanes %v: got % x, want % x", m.name, size, lanes, got, want)
		}
	}
}
