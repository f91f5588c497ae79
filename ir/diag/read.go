package diag

import (
	"errors"
	"io"
	"os"
)

// ReadSource reads a text file. It reads at most limit+1 bytes, so that CheckSize can detect a file
// larger than limit. The error contains kind, such as "rules file", and help.
func ReadSource(kind, name string, limit int, help string) (*Source, error) {
	text, err := readUpTo(name, limit+1)
	if err == nil {
		return NewSource(name, text), nil
	}
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return nil, Errorf(Span{}, "cannot open %s '%s': %v", kind, name, err).WithHelp(help)
}

func readUpTo(name string, limit int) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, int64(limit)))
}

// CheckSize fails if the text has more than limit bytes. Parsers call it before they allocate
// memory. The error contains kind, such as "a device file", and help.
func (s *Source) CheckSize(kind string, limit int, help string) error {
	if len(s.Text) <= limit {
		return nil
	}
	return Errorf(Span{Src: s}, "%s must have at most %d bytes, but has more", kind, limit).WithHelp(help)
}
