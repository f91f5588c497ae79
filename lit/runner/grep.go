package runner

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// grep writes the lines that match a pattern. It supports -c, -e, -E, -F, -i, -n, -o, -q, -v, -w
// and -x.
func grep(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	options, patterns, names, err := grepArgs(args)
	re, compileErr := regexp.Compile(grepPattern(options, patterns))
	if err == nil {
		err = compileErr
	}
	if err != nil {
		fmt.Fprintf(stderr, "grep: %v\n", err)
		return 2
	}
	if len(names) == 0 {
		names = []string{"-"}
	}
	matches, number := 0, 0
	for _, name := range names {
		data, err := readAll(ctx, name, stdin)
		if err != nil {
			fmt.Fprintf(stderr, "grep: %v\n", err)
			return 2
		}
		number = 0
		for line := range bytes.Lines(data) {
			number++
			line = bytes.TrimSuffix(line, []byte{'\n'})
			if re.Match(line) == strings.Contains(options, "v") {
				continue
			}
			matches++
			writeMatch(stdout, re, options, number, line)
		}
	}
	if strings.Contains(options, "c") {
		fmt.Fprintln(stdout, matches)
	}
	if matches == 0 {
		return 1
	}
	return 0
}

func writeMatch(stdout io.Writer, re *regexp.Regexp, options string, number int, line []byte) {
	if strings.ContainsAny(options, "qc") {
		return
	}
	prefix := ""
	if strings.Contains(options, "n") {
		prefix = fmt.Sprintf("%d:", number)
	}
	if !strings.Contains(options, "o") {
		fmt.Fprintf(stdout, "%s%s\n", prefix, line)
		return
	}
	for _, m := range re.FindAll(line, -1) {
		if len(m) > 0 {
			fmt.Fprintf(stdout, "%s%s\n", prefix, m)
		}
	}
}

// grepArgs returns the letters of the options, the patterns and the names of files. The first
// operand is the pattern if there is no -e.
func grepArgs(args []string) (options string, patterns, names []string, err error) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "-e" && i+1 < len(args):
			i++
			patterns = append(patterns, args[i])
		case len(a) > 1 && a[0] == '-':
			if bad := strings.Trim(a[1:], "ceEFinoqvwx"); bad != "" {
				return "", nil, nil, fmt.Errorf("unknown option -%s", bad)
			}
			options += a[1:]
		default:
			names = append(names, a)
		}
	}
	if len(patterns) > 0 {
		return options, patterns, names, nil
	}
	if len(names) == 0 {
		return "", nil, nil, fmt.Errorf("expected a pattern")
	}
	return options, names[:1], names[1:], nil
}

// grepPattern returns an expression that matches if one of the patterns matches.
func grepPattern(options string, patterns []string) string {
	var all []string
	for _, p := range patterns {
		switch {
		case strings.Contains(options, "F"):
			p = regexp.QuoteMeta(p)
		case !strings.Contains(options, "E"):
			p = extended(p)
		}
		all = append(all, p)
	}
	pattern := strings.Join(all, "|")
	if strings.Contains(options, "w") {
		pattern = `\b(?:` + pattern + `)\b`
	}
	if strings.Contains(options, "x") {
		pattern = `^(?:` + pattern + `)$`
	}
	if strings.Contains(options, "i") {
		pattern = `(?i)` + pattern
	}
	return pattern
}

// extended converts a basic regular expression to an extended one. In a basic expression, '\('
// begins a group and '(' is a character.
func extended(basic string) string {
	var b strings.Builder
	for i := 0; i < len(basic); i++ {
		switch c := basic[i]; {
		case c == '\\' && i+1 < len(basic):
			i++
			if !strings.ContainsRune("(){}|+?", rune(basic[i])) {
				b.WriteByte('\\')
			}
			b.WriteByte(basic[i])
		case strings.ContainsRune("(){}|+?", rune(c)):
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
