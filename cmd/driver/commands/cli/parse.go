package cli

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"
)

// Parse parses a command line into the structs of k. Unlike kong's Parse, it calls no hooks,
// validators or resolvers. kong finds hooks by name, which makes the linker keep all exported
// methods, an eighth of the binary. If the command line has the flag --help, the result "help" is
// true, and the command line may be incomplete.
func Parse(k *kong.Kong, args []string) (c *kong.Context, help bool, err error) {
	c, err = kong.Trace(k, args)
	if err == nil {
		err = c.Error
	}
	if err != nil {
		return nil, false, err
	}
	for _, p := range c.Path {
		if p.Flag != nil && p.Flag.Name == "help" {
			return c, true, nil
		}
	}
	if err := c.Reset(); err != nil {
		return nil, false, err
	}
	if _, err := c.Apply(); err != nil {
		return nil, false, err
	}
	return c, false, complete(c)
}

// complete returns an error if an argument, a flag or a command is missing, or if the value of a
// flag is not one of the texts in the flag's tag "enum". Other tags that restrict values, such as
// "xor", are not supported.
func complete(c *kong.Context) error {
	node := c.Model.Node
	for _, p := range c.Path {
		if p.Node() != nil {
			node = p.Node()
		}
		for _, f := range p.Flags {
			if f.Required && !f.Set {
				return fmt.Errorf("missing flags: %s", f.Summary())
			}
			if f.Enum != "" && !f.EnumMap()[f.Target.String()] {
				return fmt.Errorf(`%s must be one of "%s" but got %q`, f.ShortSummary(), strings.Join(f.EnumSlice(), `","`), f.Target)
			}
		}
	}
	var missing []string
	for _, arg := range node.Positional {
		if arg.Required && !arg.Set {
			missing = append(missing, arg.Summary())
		}
	}
	for _, command := range node.Children {
		missing = append(missing, fmt.Sprintf("%q", command.Name))
	}
	switch {
	case len(node.Children) > 0:
		return fmt.Errorf("expected one of %s", strings.Join(missing, ", "))
	case len(missing) > 0:
		return fmt.Errorf("expected %q", strings.Join(missing, " "))
	}
	return nil
}

// FirstFlag returns the first flag that is set, or "" if none is set. The parameter "args" is a
// struct in kong's form. Its fields for positional arguments are ignored.
func FirstFlag(args reflect.Value) string {
	for f, v := range args.Fields() {
		_, positional := f.Tag.Lookup("arg")
		switch {
		case v.IsZero() || positional || f.Tag.Get("kong") == "-":
		case f.Anonymous:
			if flag := FirstFlag(v); flag != "" {
				return flag
			}
		default:
			return "--" + cmp.Or(f.Tag.Get("name"), f.Tag.Get("opt"), strings.ToLower(f.Name))
		}
	}
	return ""
}
