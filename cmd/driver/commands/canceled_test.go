package commands_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands"
)

// TestCanceled checks that a command prints no error if the user interrupts it. A command that does
// not check its context may succeed.
func TestCanceled(t *testing.T) {
	tool, err := driver.New("lathe", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "p.mlir")
	if err := os.WriteFile(program, []byte(pair), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{
		{"run", program}, {"run", "--interpret", program}, {"compile", "-o", filepath.Join(dir, "p.lathe"), program}, {"tune", "-o", filepath.Join(dir, "tuning"), program},
		{"query", "--devices=vm,ref", program}, {"plan", "--devices=vm,ref", program}, {"explain", "--devices=vm,ref", program},
		{"bisect", "--devices=vm,ref", program}, {"convert", "--to=mlir", program}, {"same", program, program},
	} {
		var out, errs strings.Builder
		if status := commands.Lathe(ctx, tool, args, nil, &out, &errs); status > 1 || errs.Len() > 0 {
			t.Errorf("%v: got status %d, %s", args, status, errs.String())
		}
	}
	var out, errs strings.Builder
	if status := tool.Opt(ctx, []string{"--cse", program}, nil, &out, &errs); errs.Len() > 0 {
		t.Errorf("lathe-opt: got status %d, %s", status, errs.String())
	}
}

const pair = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.tanh %x : tensor<4xf32>
  %b = stablehlo.add %a, %x : tensor<4xf32>
  return %b : tensor<4xf32>
}
`
