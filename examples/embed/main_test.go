package main

import (
	"os"
	"strings"
	"testing"
)

// Example is what the program prints.
func Example() {
	main()
	// Output: [2 4]
}

// TestListing keeps the program on docs/embedding.md the one that runs.
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
			t.Errorf("docs/embedding.md does not have %s as it is", file)
		}
	}
}
