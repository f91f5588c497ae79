package all_test

import (
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
)

// TestDialects looks at all operations, which the driver puts off.
func TestDialects(t *testing.T) {
	r, err := ir.NewRegistry(all.Bundle().Dialects...)
	if err != nil {
		t.Fatal(err)
	}
	late, err := ir.DeferredRegistry(all.Bundle().Dialects...)
	if err != nil {
		t.Fatal(err)
	}
	if op := late.Op("arith.addi"); op == nil || late.Op("arith.nix") != nil || late.Op("nix.addi") != nil {
		t.Errorf("arith.addi is %v", op)
	}
	if op := late.Unregistered("math.absf"); !op.Registered() {
		t.Error("an operation that is listed is taken for one that is not")
	}
	if now, put := len(r.Ops()), len(late.Ops()); now != put || now == 0 {
		t.Errorf("%d operations at once, %d put off", now, put)
	}
}
