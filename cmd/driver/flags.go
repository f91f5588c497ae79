package driver

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// flag is a flag in LLVM's form. It has one or two dashes, and a value after "=" or a space.
type flag struct {
	name string
	help string
	// value is the name of the flag's value in the help, or "" for a boolean flag. A name in
	// brackets means that the value is optional and must follow "=".
	value string
	set   func(v string, has bool) error
	// If hidden is true, only --help-hidden lists the flag.
	hidden bool
}

// flagSet parses a command line.
type flagSet struct {
	tool  string
	flags map[string]*flag
	// pass adds the pass or pipeline of a flag such as --cse. If there is none, ok is false.
	pass func(name, options string) (ok bool, err error)
	// names yields the names of all passes and pipelines.
	names iter.Seq[string]
	files []string
}

func (s *flagSet) add(f *flag) { s.flags[f.name] = f }

// errorf returns an error in the form of LLVM's command-line parser.
func (s *flagSet) errorf(format string, args ...any) error {
	return usageError(s.tool + ": " + fmt.Sprintf(format, args...))
}

type usageError string

func (e usageError) Error() string { return string(e) }

func (s *flagSet) parse(args []string) error {
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			s.files = append(s.files, args[i+1:]...)
			return nil
		}
		if len(a) < 2 || a[0] != '-' {
			s.files = append(s.files, a)
			continue
		}
		name, v, has := strings.Cut(strings.TrimPrefix(a[1:], "-"), "=")
		f := s.flags[name]
		if f == nil {
			if ok, err := s.pass(name, v); err != nil {
				return err
			} else if ok {
				continue
			}
			return s.unknown(a, name)
		}
		if !has && f.value != "" && f.value[0] != '[' {
			if i++; i >= len(args) {
				return s.errorf("for the %s option: requires a value!", dashed(name))
			}
			v, has = args[i], true
		}
		if err := f.set(v, has); err != nil {
			return s.errorf("for the %s option: %v", dashed(name), err)
		}
	}
	return nil
}

// dashed returns the spelling of a flag in messages: one dash before a single letter, two dashes
// before a longer name.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

func (s *flagSet) unknown(arg, name string) error {
	msg := fmt.Sprintf("Unknown command line argument '%s'.  Try: '%s --help'", arg, s.tool)
	near, ok := diag.Suggest(name, func(yield func(string) bool) {
		for n := range s.flags {
			if !yield(n) {
				return
			}
		}
		s.names(yield)
	})
	switch {
	case ok:
		msg += fmt.Sprintf("\n%s: Did you mean '%s'?", s.tool, dashed(near))
	case generatorFlag(name):
		msg += fmt.Sprintf("\n%s: in mlir-opt it belongs to LLVM's optimizer and code generators, which are not part of this tool", s.tool)
	}
	return s.errorf("%s", msg)
}

func (s *flagSet) sorted() []*flag {
	var fs []*flag
	for _, f := range s.flags {
		fs = append(fs, f)
	}
	slices.SortFunc(fs, func(a, b *flag) int { return strings.Compare(a.name, b.name) })
	return fs
}

func (s *flagSet) bool(name string, p *bool, help string) {
	s.add(&flag{name: name, help: help, set: func(v string, _ bool) error { return setBool(p, v) }})
}

func setBool(p *bool, v string) error {
	switch v {
	case "", "true", "TRUE", "True", "1":
		*p = true
	case "false", "FALSE", "False", "0":
		*p = false
	default:
		return fmt.Errorf("'%s' is invalid value for boolean argument! Try 0 or 1", v)
	}
	return nil
}

// bare adds a boolean flag that takes no value.
func (s *flagSet) bare(name string, p *bool, help string) {
	s.add(&flag{name: name, help: help, set: func(v string, has bool) error {
		if has {
			return fmt.Errorf("does not allow a value! '%s' specified.", v)
		}
		*p = true
		return nil
	}})
}

// string adds a flag with a value.
func (s *flagSet) string(name, value string, p *string, help string) {
	s.add(&flag{name: name, value: value, help: help, set: func(v string, _ bool) error {
		*p = v
		return nil
	}})
}

// list adds a flag whose value is a list of names separated by commas. The flag can be repeated.
func (s *flagSet) list(name, value string, p *[]string, help string) {
	s.add(&flag{name: name, value: value, help: help, set: func(v string, _ bool) error {
		for _, e := range strings.Split(v, ",") {
			if e != "" {
				*p = append(*p, e)
			}
		}
		return nil
	}})
}

// choice adds a flag whose value is one of the given words.
func (s *flagSet) choice(name string, p *string, words []string, help string) {
	s.add(&flag{name: name, value: strings.Join(words, "|"), help: help, set: func(v string, _ bool) error {
		if !slices.Contains(words, v) {
			return fmt.Errorf("Cannot find option named '%s'!", v)
		}
		*p = v
		return nil
	}})
}

// number adds an integer flag. kind is the name of its type in LLVM's messages.
func (s *flagSet) number(name, kind string, p *int, least int, help string) {
	s.add(&flag{name: name, value: kind, help: help, set: func(v string, _ bool) error {
		n, err := strconv.ParseInt(v, 0, 64)
		if err != nil || n < int64(least) {
			return fmt.Errorf("'%s' value invalid for %s argument!", v, kind)
		}
		*p = int(n)
		return nil
	}})
}
