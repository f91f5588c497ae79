package driver_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
)

// TestComposedMaps canonicalizes a chain of 800 affine.apply, each of which reads the two results
// before it. The size of composed maps is limited; otherwise composition would take more than ten
// seconds, and the text would have 14 MB.
func TestComposedMaps(t *testing.T) {
	const n = 800
	var b strings.Builder
	b.WriteString("func.func @f(%x0: index, %x1: index) -> index {\n")
	for i := 2; i < n; i++ {
		fmt.Fprintf(&b, "  %%x%d = affine.apply affine_map<(d0, d1) -> (d0 + d1 mod %d)>(%%x%d, %%x%d)\n", i, 2+i%7, i-1, i-2)
	}
	fmt.Fprintf(&b, "  return %%x%d : index\n}\n", n-1)
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if status := tool.Opt(t.Context(), []string{"--canonicalize"}, strings.NewReader(b.String()), &out, &errs); status != 0 || out.Len() > 1<<20 {
		t.Errorf("got status %d, a text of %d bytes, and %s", status, out.Len(), errs.String())
	}
}
