package main

import (
	"fmt"
	"os"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/check"
	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/sdy"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), stablehlo.Dialect(), chlo.Dialect(), sdy.Dialect(), check.Dialect())
	if err != nil {
		panic(err)
	}
	op, err := asm.Parse(reg, diag.NewSource(os.Args[1], text), asm.Options{AllowUnregistered: true})
	if err != nil {
		for _, d := range diag.All(err) {
			diag.Render(os.Stderr, d, diag.MLIR, false)
		}
		os.Exit(1)
	}
	o := ir.NewPrintOptions()
	o.Generic = len(os.Args) > 2
	err = asm.Print(os.Stdout, op, o)
	fmt.Println()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}
