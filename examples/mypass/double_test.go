package main

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
)

func TestDouble(t *testing.T) {
	tool, err := driver.New("mypass", all.Bundle(), bundle())
	if err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	status := tool.Opt(context.Background(), []string{"--double", "double.mlir"}, strings.NewReader(""), &out, &errs)
	if status != 0 {
		t.Fatalf("exit status %d: %s", status, errs.String())
	}
	if got := out.String(); !strings.Contains(got, "arith.addi %arg0, %arg0 : i32") || strings.Contains(got, "muli") {
		t.Errorf("got\n%s", got)
	}
}

// TestReadme keeps the listing in the README the code that runs.
func TestReadme(t *testing.T) {
	readme, err1 := os.ReadFile("README.md")
	code, err2 := os.ReadFile("double.go")
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	_, rule, _ := strings.Cut(string(code), "// x * 2 → x + x")
	if !strings.Contains(string(readme), rule) {
		t.Error("README.md does not show the pattern as double.go has it")
	}
}
