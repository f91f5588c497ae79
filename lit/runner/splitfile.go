package runner

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// splitFile writes the parts of a file into a folder. A part starts with a line
// such as
//
//	//--- name.mlir
//
// where any two or three characters may stand before the dashes. Lines before
// the first part are dropped.
func splitFile(ctx context.Context, options string, names []string) error {
	if len(names) != 2 {
		return fmt.Errorf("split-file: expected a file and a folder")
	}
	data, err := os.ReadFile(Path(ctx, names[0]))
	if err != nil {
		return err
	}
	dir := Path(ctx, names[1])
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	keepLines := strings.Contains(options, "leading-lines") && !strings.Contains(options, "no-leading-lines")
	var part bytes.Buffer
	name, number := "", 0
	seen := map[string]bool{}
	flush := func() error {
		if name == "" {
			return nil
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		return os.WriteFile(path, part.Bytes(), 0o666)
	}
	for line := range bytes.Lines(data) {
		number++
		next, ok := partName(line)
		if !ok {
			part.Write(line)
			continue
		}
		if seen[next] {
			return fmt.Errorf("split-file: %s:%d: two parts are named %s", names[0], number, next)
		}
		seen[next] = true
		if err := flush(); err != nil {
			return err
		}
		name = next
		part.Reset()
		if keepLines {
			part.Write(bytes.Repeat([]byte{'\n'}, number))
		}
	}
	if name == "" {
		return fmt.Errorf("split-file: %s: no part was found", names[0])
	}
	return flush()
}

// partName returns the name in a line that starts a part.
func partName(line []byte) (string, bool) {
	line = bytes.TrimRight(line, "\r\n")
	i := bytes.Index(line, []byte("--- "))
	if i < 0 || i > 3 || bytes.ContainsAny(line[:i], " \t") {
		return "", false
	}
	name := strings.TrimSpace(string(line[i+4:]))
	return name, name != ""
}
