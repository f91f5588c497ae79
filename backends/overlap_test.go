package backends_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestApart checks, for few tensors and for many, that CheckApart finds an output that shares a
// byte with another output or with an input. Adjacent tensors, and inputs that share memory, are
// valid.
func TestApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 3, 70, 300} {
		whole := make([]byte, 16*n)
		piece := func(i, from, to int) *tensor.Tensor {
			return &tensor.Tensor{Kind: tensor.U8, Shape: []int64{int64(to - from)}, Data: whole[16*i+from : 16*i+to]}
		}
		for range 20 {
			var in, out []*tensor.Tensor
			for _, i := range rng.Perm(n) {
				out = append(out, piece(i, 0, 8))
				in = append(in, piece(i, 8, 16), piece(rng.IntN(n), 8, 12), piece(i, 4, 4), nil)
			}
			if err := backends.CheckApart(out, in); err != nil {
				t.Fatal(err)
			}
			i, k := rng.IntN(n), rng.IntN(n)
			for _, bad := range [][2]int{{7, 9}, {0, 1}, {3, 5}, {0, 16}} {
				at := rng.IntN(len(in))
				was := in[at]
				in[at] = piece(i, bad[0], bad[1])
				err := backends.CheckApart(out, in)
				if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("with input #%d", at)) {
					t.Fatalf("%d tensors, input #%d has the bytes %v: expected an error about this input, got %v", n, at, bad, err)
				}
				in[at] = was
			}
			if err := backends.CheckApart(append(out, piece(k, 7, 8)), in); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("and #%d share memory", n)) {
				t.Fatalf("%d tensors: expected an error about two outputs, but got %v", n, err)
			}
		}
	}
}
