package driver_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir/irtest"
)

// TestManyBlocks canonicalizes functions of many blocks, and reads deeply nested regions that use
// values from outside. The time must be about proportional to the number of blocks or regions.
func TestManyBlocks(t *testing.T) {
	ladder, empties := &strings.Builder{}, &strings.Builder{}
	const n, m, depth = 10_000, 1000, 6000
	ladder.WriteString("func.func @main(%c: i1, %x: i32) -> i32 {\n cf.cond_br %c, ^bb1(%x: i32), ^bb2(%x: i32)\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(ladder, "^bb%d(%%y%[1]d: i32):\n %%z%[1]d = arith.addi %%y%[1]d, %%y%[1]d : i32\n cf.cond_br %%c, ^bb%d(%%z%[1]d: i32), ^bb%d(%%y%[1]d: i32)\n", i, i+1, max(i-2, 1))
	}
	fmt.Fprintf(ladder, "^bb%d(%%r: i32):\n return %%r : i32\n}", n+1)
	empties.WriteString("func.func @main(%x: i32) -> i32 {\n cf.switch %x : i32, [\n default: ^bb1")
	for i := 1; i <= m; i++ {
		fmt.Fprintf(empties, ",\n %d: ^bb%[1]d", i)
	}
	empties.WriteString("\n ]\n")
	for i := 1; i <= m; i++ {
		fmt.Fprintf(empties, "^bb%d:\n cf.br ^bb%d\n", i, i+1)
	}
	fmt.Fprintf(empties, "^bb%d:\n return %%x : i32\n}", m+1)
	nested := "func.func @main(%x: i32, %c: i1) {\n" + strings.Repeat("scf.if %c {\n", depth) + "%y = arith.addi %x, %x : i32\n" + strings.Repeat("}\n", depth) + "return\n}"
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"ladder": ladder.String(), "empties": empties.String(), "nested": nested} {
		t.Run(name, func(t *testing.T) {
			irtest.Within(t, 5*time.Second, nil, func() {
				var errs bytes.Buffer
				if status := tool.Opt(t.Context(), []string{"--canonicalize"}, strings.NewReader(text), &bytes.Buffer{}, &errs); status != 0 {
					t.Errorf("got exit status %d, expected 0: %s", status, &errs)
				}
			})
		})
	}
}
