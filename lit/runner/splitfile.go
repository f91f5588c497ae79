package runner

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// splitFile writes the parts of a file into a folder. A part starts with a line such as
//
//	//--- name.mlir
//
// At most three characters, none of them a blank or tab, may precede the dashes. Lines before the
// first part are dropped.
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
	parts, err := splitParts(names[0], data, keepLines)
	if err != nil {
		return err
	}
	for _, p := range parts {
		path := filepath.Join(dir, filepath.FromSlash(p.name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, p.text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

type filePart struct {
	name string
	text []byte
}

// splitParts returns the parts of data. If keepLines is true, each part starts with one empty line
// for each line before it, so that line numbers do not change.
func splitParts(file string, data []byte, keepLines bool) ([]filePart, error) {
	var parts []filePart
	seen := map[string]bool{}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		name, ok := partName(line)
		if !ok {
			if n := len(parts); n > 0 {
				parts[n-1].text = append(parts[n-1].text, line...)
			}
			continue
		}
		if seen[name] {
			return nil, fmt.Errorf("split-file: %s:%d: two parts are named %s", file, number, name)
		}
		seen[name] = true
		part := filePart{name: name}
		if keepLines {
			part.text = bytes.Repeat([]byte{'\n'}, number)
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("split-file: %s: no part was found", file)
	}
	return parts, nil
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
