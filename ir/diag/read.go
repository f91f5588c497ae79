package diag

import (
	"errors"
	"io"
	"os"
)

// ReadSource reads a text file. It reads at most limit+1 bytes, so that CheckSize detects a larger
// file. kind, such as "rules file", and help are for the error.
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

// CheckSize fails if the text has more than limit bytes. Parsers call it before they allocate.
// kind names the text, such as "a device file".
func (s *Source) CheckSize(kind string, limit int, help string) error {
	if len(s.Text) <= limit {
		return nil
	}
	return Errorf(Span{Src: s}, "%s must have at most %d bytes, but has more", kind, limit).WithHelp(help)
}
