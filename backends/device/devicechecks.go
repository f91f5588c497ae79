package device

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml/ast"

	"github.com/lathe-ir/lathe/ir/diag"
)

// CheckName fails if a list of devices cannot contain the name of s. If the parameter derived is
// true, the name must be the name of the backend, or this name followed by a dot and a number.
func CheckName(s Spec, derived bool, at diag.Span) error {
	if strings.IndexFunc(s.Name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0 && strings.TrimSpace(s.Name) == s.Name {
		return diag.Errorf(at, "the name of a device must have a letter or a digit, but is %q", s.Name).WithHelp("use a name such as fast or vm.0")
	}
	if IsFile([]string{s.Name}) {
		return diag.Errorf(at, "the name of a device must not have the suffix of a device file, but is %q", s.Name).
			WithHelp("give the device another name, since --devices=" + s.Name + " reads a file")
	}
	if i := strings.IndexFunc(s.Name, func(r rune) bool { return r == ',' || unicode.IsSpace(r) || !unicode.IsPrint(r) }); i >= 0 {
		return diag.Errorf(at, "the name of a device must have no comma, space or control character, but is %q", s.Name).
			WithHelp("omit these characters, which a name in a list such as --devices=vm,c cannot have")
	}
	_, number, cut := strings.Cut(s.Name, ".")
	if _, err := strconv.ParseUint(number, 10, 31); derived && cut && err != nil {
		return diag.Errorf(at, "device '%s' must have the name of backend '%s', or that name with a number, such as %s.0", s.Name, s.Backend, s.Backend).
			WithHelp("to use another name, describe the device in a device file with the key 'backend'")
	}
	return nil
}

// forms rejects an empty list of allowed operations, since it would allow all operations.
func (e *deviceEntry) forms(src *diag.Source) error {
	if n, ok := e.fields["allow"].(*ast.SequenceNode); ok && len(n.Values) == 0 {
		return diag.Errorf(tokenSpan(src, n.GetToken()), "allow must name at least one operation, but is empty").
			WithHelp("omit 'allow' to allow all operations, or write deny: [\"*\"] to allow none")
	}
	return nil
}

// checkLinks fails if a link leads to a device that is not listed, or to its own device.
func checkLinks(src *diag.Source, specs []Spec, list []deviceEntry) error {
	for i, s := range specs {
		for _, l := range s.Spec.Links {
			at := list[i].linkAt(src, l.To)
			if l.To == s.Name {
				return diag.Errorf(at, "device '%s' has a link to itself", s.Name).
					WithHelp("remove the link; the key 'bandwidth' has the bandwidth of the device's own memory")
			}
			if !slices.ContainsFunc(specs, func(o Spec) bool { return o.Name == l.To }) {
				return diag.Errorf(at, "device '%s' has a link to '%s', which is not listed", s.Name, l.To).
					WithHelp("list '" + l.To + "', or remove the link")
			}
		}
	}
	return nil
}

func (e *deviceEntry) linkAt(src *diag.Source, to string) diag.Span {
	for it := e.fields["links"].(ast.MapNode).MapRange(); it.Next(); {
		if key := it.Key().GetToken(); key.Value == to {
			return tokenSpan(src, key)
		}
	}
	panic("backends: BUG: no link to " + to)
}
