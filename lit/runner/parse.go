package runner

import (
	"fmt"
	"path/filepath"
)

// A list is a list of pipelines joined by &&, || and ;.
type list []listItem

type listItem struct {
	after    string // the operator before the pipeline: "&&", "||" or ";"
	pipeline []simple
}

// A simple is one command of a pipeline.
type simple struct {
	words    []token
	redirect []redirect
	pipeErr  bool // "|&" follows
}

type redirect struct {
	fd   int    // 0, 1 or 2, or bothStreams
	op   string // "<", ">", ">>" or "dup"
	file string
	from int // the descriptor to duplicate
}

// bothStreams is the value of fd for &>.
const bothStreams = -2

func parseShell(line string) (list, error) {
	tokens, err := lex(line)
	if err != nil {
		return nil, err
	}
	var l list
	item := listItem{after: ";"}
	var cmd simple
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if !t.op {
			cmd.words = append(cmd.words, t)
			continue
		}
		switch t.text {
		case "&&", "||", ";", "|", "|&":
			if len(cmd.words) == 0 {
				return nil, fmt.Errorf("no command before '%s'", t.text)
			}
			cmd.pipeErr = t.text == "|&"
			item.pipeline = append(item.pipeline, cmd)
			cmd = simple{}
			if t.text[0] != '|' || t.text == "||" {
				l = append(l, item)
				item = listItem{after: t.text}
			}
			continue
		case "&":
			return nil, fmt.Errorf("'&': commands cannot run in the background")
		}
		i++
		if i == len(tokens) || tokens[i].op {
			return nil, fmt.Errorf("no file name after '%s'", t.text)
		}
		r, err := redirection(t, tokens[i].text)
		if err != nil {
			return nil, err
		}
		cmd.redirect = append(cmd.redirect, r)
	}
	if len(cmd.words) > 0 {
		item.pipeline = append(item.pipeline, cmd)
		return append(l, item), nil
	}
	if len(item.pipeline) > 0 || item.after != ";" || len(cmd.redirect) > 0 || len(l) == 0 {
		return nil, fmt.Errorf("the command is not complete")
	}
	return l, nil
}

func redirection(t token, target string) (redirect, error) {
	fd := t.fd
	switch t.text {
	case "<":
		if fd > 0 {
			return redirect{}, fmt.Errorf("%d<: only stream 0 can read from a file", fd)
		}
		return redirect{fd: 0, op: "<", file: target}, nil
	case "&>":
		return redirect{fd: bothStreams, op: ">", file: target}, nil
	case "&>>":
		return redirect{fd: bothStreams, op: ">>", file: target}, nil
	}
	if fd < 0 {
		fd = 1
	}
	if fd == 0 || fd > 2 {
		return redirect{}, fmt.Errorf("%d%s: expected stream 1 or 2 before %s", fd, t.text, t.text)
	}
	if t.text != ">&" {
		return redirect{fd: fd, op: t.text, file: target}, nil
	}
	if target == "1" || target == "2" {
		return redirect{fd: fd, op: "dup", from: int(target[0] - '0')}, nil
	}
	if t.fd < 0 {
		return redirect{fd: bothStreams, op: ">", file: target}, nil
	}
	return redirect{}, fmt.Errorf("%d>&%s: expected stream 1 or 2 after >&", t.fd, target)
}

// globWord returns the names of files in dir that match a pattern, or the pattern if no name
// matches.
func globWord(t token, dir string) []string {
	if !t.glob {
		return []string{t.text}
	}
	pattern := t.text
	if !filepath.IsAbs(pattern) {
		pattern = filepath.Join(dir, pattern)
	}
	// An invalid pattern has no matches, so it is kept unchanged.
	names, _ := filepath.Glob(pattern)
	if len(names) == 0 {
		return []string{t.text}
	}
	if !filepath.IsAbs(t.text) {
		for i, n := range names {
			if rel, err := filepath.Rel(dir, n); err == nil {
				names[i] = rel
			}
		}
	}
	return names
}
