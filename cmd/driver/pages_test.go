package driver_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
)

// TestPages checks that Go blocks are part of a Go file, and that mlir blocks parse and verify.
func TestPages(t *testing.T) {
	root := filepath.Join("..", "..")
	pages, code := []string{}, strings.Builder{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root:
			return fs.SkipDir
		case strings.HasSuffix(path, ".md"):
			pages = append(pages, path)
		case strings.HasSuffix(path, ".go"):
			text, err := os.ReadFile(path)
			code.Write(text)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range blocksOf(string(text), "go") {
			if !strings.Contains(code.String(), block) {
				t.Errorf("%s: no Go file has the block\n%s", page, block)
			}
		}
		for _, block := range blocksOf(string(text), "mlir") {
			var out strings.Builder
			if tool.Opt(t.Context(), []string{"-"}, strings.NewReader(block), &out, &out) != 0 {
				t.Errorf("%s: %s\n%s", page, out.String(), block)
			}
		}
	}
}

// blocksOf returns the code blocks in the given language from a page.
func blocksOf(page, language string) (blocks []string) {
	parts := strings.Split("\n"+page, "\n```"+language+"\n")
	for _, part := range parts[1:] {
		block, _, _ := strings.Cut(part, "\n```")
		blocks = append(blocks, block+"\n")
	}
	return blocks
}
