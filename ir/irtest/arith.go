package irtest

import (
	"fmt"
	"strings"
)

// Arith returns the text of the given number of functions, with n integer operations each.
func Arith(functions, n int) []byte {
	var b strings.Builder
	names := []string{"addi", "subi", "muli", "andi", "xori"}
	seed := uint32(1)
	random := func(n int) int {
		seed = seed*1664525 + 1013904223
		return int(seed>>8) % n
	}
	value := func(i int) string {
		switch k := random(i + 2); k {
		case 0:
			return "%a"
		case 1:
			return "%b"
		default:
			return fmt.Sprintf("%%%d", k-2)
		}
	}
	for f := range functions {
		fmt.Fprintf(&b, "func.func @f%d(%%a: i32, %%b: i32) -> i32 {\n", f)
		for i := range n {
			if random(10) == 0 {
				fmt.Fprintf(&b, "  %%%d = arith.constant %d : i32\n", i, random(100))
				continue
			}
			fmt.Fprintf(&b, "  %%%d = arith.%s %s, %s : i32\n", i, names[random(len(names))], value(i), value(i))
		}
		fmt.Fprintf(&b, "  return %%%d : i32\n}\n", n-1)
	}
	return []byte(b.String())
}
