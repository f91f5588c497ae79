package ir_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/hostbytes/hosttest"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestFillSplat checks that TryTensor of a large splat fails if its context is done or if the host
// lacks memory, and that a call after a canceled call succeeds.
func TestFillSplat(t *testing.T) {
	one := tensor.FromSlice(nil, []int8{7})
	splat := func(n int64) *ir.DenseElements {
		d, _ := ir.AttrAs[*ir.DenseElements](ir.NewSplat(ir.Tensor(ir.Int(8), n), one))
		return d
	}
	n := 8<<20 + rand.Int64N(1<<20) // equal splats share one attribute, so an earlier call may have filled it
	done, cancel := context.WithCancel(t.Context())
	cancel()
	d := splat(n)
	if x, err := d.TryTensor(done); x != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that is done: got a tensor: %t, error %v", x != nil, err)
	}
	if x := d.Tensor(); x.NumElements() != int(n) || x.Int(int(n)-1) != 7 {
		t.Error("the splat was filled incorrectly after a failure")
	}
	var lack *hostbytes.Lack
	if x, err := splat(1 << 50).TryTensor(t.Context()); x != nil || !errors.As(err, &lack) {
		t.Errorf("a splat of 2^50 bytes: got a tensor: %t, error %v", x != nil, err)
	}
}

// TestDecodeLack decodes a constant when memory suffices for its text but not for its elements.
func TestDecodeLack(t *testing.T) {
	if !hosttest.Alone(t) {
		return
	}
	const n = 256 << 20
	a, err := ir.NewDenseHex(ir.Tensor(ir.Int(1), n), bytes.Repeat([]byte("9"), n/4))
	if err != nil {
		t.Fatal(err)
	}
	d, _ := ir.AttrAs[*ir.DenseElements](a)
	hosttest.Limited(t, 192<<20, func() {
		var lack *hostbytes.Lack
		if x, err := d.TryTensor(t.Context()); x != nil || !errors.As(err, &lack) {
			t.Errorf("got a tensor: %t, error %v, expected a *hostbytes.Lack", x != nil, err)
		}
	})
}
