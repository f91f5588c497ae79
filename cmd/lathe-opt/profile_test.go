package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir/irtest"
)

// BenchmarkTool runs the tool on large programs and on the lit files of all dialects. This command
// writes the profile of the benchmark, with which the Go compiler optimizes the tool:
//
//	go test ./cmd/lathe-opt -run '^$' -bench Tool -benchtime 100x -cpuprofile cmd/lathe-opt/default.pgo
func BenchmarkTool(b *testing.B) {
	dir := b.TempDir()
	write := func(name string, text []byte) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, text, 0o644); err != nil {
			b.Fatal(err)
		}
		return file
	}
	files := []string{
		write("functions.mlir", irtest.Arith(100, 1000)),
		write("function.mlir", irtest.Arith(1, 100_000)),
		write("floats.mlir", constant("f32", 200_000, "1.25e-3")),
		write("integers.mlir", constant("i32", 200_000, "-12345")),
	}
	lits, err := filepath.Glob("../../lit/dialects/*/*.mlir")
	if err != nil || len(lits) == 0 {
		b.Fatal("found no lit files; the error is", err)
	}
	run := func(args ...string) int {
		t, err := driver.New("lathe-opt", all.Bundle())
		if err != nil {
			b.Fatal(err)
		}
		return t.Opt(context.Background(), append(args, "--mlir-disable-threading"), nil, io.Discard, io.Discard)
	}
	for b.Loop() {
		for _, file := range files {
			if status := run(file); status != 0 {
				b.Errorf("%s: got status %d", file, status)
			}
		}
		for _, file := range lits { // some files contain errors
			run("--split-input-file", file)
		}
	}
}

// constant returns the text of a constant of n equal elements, with all elements written out.
func constant(element string, n int, value string) []byte {
	list := strings.TrimSuffix(strings.Repeat(value+", ", n), ", ")
	return fmt.Appendf(nil, "%%0 = arith.constant dense<[%s]> : tensor<%dx%s>\n", list, n, element)
}
