package infershapes_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/infershapes"
)

// TestByKeysMistakes checks a function whose last argument has a dictionary that contradicts the
// argument's type. The types of the earlier arguments must be unchanged.
func TestByKeysMistakes(t *testing.T) {
	m, err := asm.Parse(registry(t), diag.NewSource("t.mlir", []byte(`func.func @main(%x: tensor<*x!nnvm.any> {nnvm.dict = {__dtype__ = "0", __shape__ = "(2,0)"}}, %y: tensor<3xf32> {nnvm.dict = {__shape__ = "(4,)"}}) {
  return
}`)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := ir.As[fn.Func](m.RegionAt(0).Entry().First())
	before := f.Entry().Arg(0).Type()
	const want = "has argument #1 of shape [3], but __shape__ in its dictionary is [4]"
	if err := infershapes.ByKeys(f, "__shape__", "__dtype__"); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %v, want %q", err, want)
	}
	if after := f.Entry().Arg(0).Type(); after != before {
		t.Errorf("got type '%s' for argument #0, expected '%s'", after, before)
	}
}
