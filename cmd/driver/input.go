package driver

import (
	"io"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/pages"
)

// ReadInput reads a file, or stdin if file is "-". It reads at most one byte more than the size of
// the largest program. It returns an error if the input is a character device, such as /dev/zero,
// with more than 64 MiB.
func ReadInput(file string, stdin io.Reader) ([]byte, error) {
	const most = ir.MaxSource + 1 // the parser rejects a text of this size
	if file == "-" {
		return pages.ReadAll(stdin, most)
	}
	return pages.ReadFile(file, most)
}
