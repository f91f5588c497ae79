package main

import (
	"os"
	"strings"
	"testing"
)

// Example shows the output of the program.
func Example() {
	main()
	// Output:
	// 0 compiled 1
	// 1 dense_relu 2
	// 2 compiled 1
	// [0.100 0.197 0.000 0.000]
}

// TestListing checks that docs/onednn.md contains the files of this example.
func TestListing(t *testing.T) {
	page, err := os.ReadFile("../../docs/onednn.md")
	if os.IsNotExist(err) {
		t.Skip("the example was copied out of the repository")
	}
	for _, file := range []string{"main.go", "mine.patterns", "model.mlir"} {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), string(code)) {
			t.Errorf("docs/onednn.md does not contain the text of %s", file)
		}
	}
}
