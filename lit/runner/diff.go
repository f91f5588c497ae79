package runner

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
)

// diff compares two files. If they differ, it writes the lines of both files from the first to the
// last difference.
func diff(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	options, names, err := splitOptions(args)
	if err != nil {
		fmt.Fprintf(stderr, "diff: %v\n", err)
		return 2
	}
	if len(names) != 2 {
		fmt.Fprintln(stderr, "diff: expected two files")
		return 2
	}
	var texts [2][]string
	for i, name := range names {
		data, err := readAll(ctx, name, stdin)
		if err != nil {
			fmt.Fprintf(stderr, "diff: %v\n", err)
			return 2
		}
		texts[i] = lines(data, options)
	}
	a, b := texts[0], texts[1]
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	if from == len(a) && from == len(b) {
		return 0
	}
	endA, endB := len(a), len(b)
	for endA > from && endB > from && a[endA-1] == b[endB-1] {
		endA--
		endB--
	}
	if strings.Contains(options, "q") {
		fmt.Fprintf(stdout, "Files %s and %s differ\n", names[0], names[1])
		return 1
	}
	// No program reads the output, so a single hunk from the first to the last difference suffices.
	fmt.Fprintf(stdout, "--- %s\n+++ %s\n@@ -%d,%d +%d,%d @@\n", names[0], names[1],
		from+1, endA-from, from+1, endB-from)
	for _, l := range a[from:endA] {
		fmt.Fprintf(stdout, "-%s\n", l)
	}
	for _, l := range b[from:endB] {
		fmt.Fprintf(stdout, "+%s\n", l)
	}
	return 1
}

// lines splits data according to the options of diff. -w ignores spaces, -b ignores the number of
// spaces, and --strip-trailing-cr ignores a carriage return before the line end.
func lines(data []byte, options string) []string {
	var out []string
	for line := range bytes.Lines(data) {
		s := string(line)
		if strings.Contains(options, "\r") {
			s = strings.Replace(s, "\r\n", "\n", 1)
		}
		switch {
		case strings.Contains(options, "w"):
			s = strings.Join(strings.Fields(s), "")
		case strings.Contains(options, "b"):
			s = strings.Join(strings.Fields(s), " ")
		case !strings.HasSuffix(s, "\n"):
			s += "\n\\ No newline at end of file"
		default:
			s = strings.TrimSuffix(s, "\n")
		}
		out = append(out, s)
	}
	return out
}
