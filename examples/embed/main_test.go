package main

import (
	"os"
	"strings"
	"testing"
)

// Example shows the output of the program.
func Example() {
	main()
	// Output: [2 4]
}

// TestListing checks that docs/embedding.md contains the program that Example runs.
func TestListing(t *testing.T) {
	page, err := os.ReadFile("../../docs/embedding.md")
	if os.IsNotExist(err) {
		t.Skip("the example was copied out of the repository")
	}
	for _, file := range []string{"main.go", "double.mlir"} {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, text, ok := strings.Cut(string(code), "package main")
		if !ok {
			text = string(code)
		}
		if !strings.Contains(string(page), text) {
			t.Errorf("docs/embedding.md does not contain the text of %s", file)
		}
	}
}
