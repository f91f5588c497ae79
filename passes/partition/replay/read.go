package replay

import (
	"errors"
	"os"

	"github.com/lathe-ir/lathe/ir/diag"
)

// ReadFile reads the partition in a file.
func ReadFile(name string) (*File, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		var path *os.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return nil, diag.Errorf(diag.Span{}, "cannot open partition file '%s': %v", name, err).
			WithHelp("make one with lathe plan --partition-to=FILE")
	}
	return Parse(diag.NewSource(name, text))
}
