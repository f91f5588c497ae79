package property

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// Access says whether a property can be set.
type Access uint8

// The kinds of access.
const (
	ReadOnly Access = iota
	ReadWrite
)

func (a Access) String() string { return [...]string{"RO", "RW"}[a] }

// Visibility says whether users can see a property.
type Visibility uint8

// The visibilities.
const (
	Public   Visibility = iota
	Internal            // hidden from List, Get and GetFor
)

// Property declares one property. Its values have the Go type of Default: bool, int, string or
// []string.
type Property struct {
	Key        string // "performance-hint"
	Doc        string // one line
	Default    any
	Access     Access
	Visibility Visibility
	// Compiles says that compiled programs and their cache keys depend on the value.
	Compiles bool
	// Choices are the valid values of a string, or of each element of a []string; nil: any.
	Choices []string
	// Least is the minimum of an int, and Most is the maximum. If Most is 0, there is no maximum.
	Least, Most int
	// Unordered says that a []string is a set: the value is sorted, without duplicates.
	Unordered bool
	// Read computes the value of a read-only property. If Read is nil, the value is Default. device
	// is the id passed to GetFor.
	Read func(device string) any
}

// check fails if p is not a valid declaration.
func (p *Property) check() error {
	switch p.Default.(type) {
	case bool, int, string, []string:
	default:
		return diag.Errorf(diag.Span{}, "property '%s' has a default of type %T, which must be bool, int, string or []string", p.Key, p.Default)
	}
	if p.Key == "" || strings.ContainsAny(p.Key, " =,\t\n") {
		return diag.Errorf(diag.Span{}, "property '%s' must have a non-empty key without spaces, commas and '='", p.Key)
	}
	if p.Access == ReadWrite && p.Read != nil {
		return diag.Errorf(diag.Span{}, "property '%s' has the function Read, so its access must be ReadOnly", p.Key)
	}
	return nil
}

// value converts v to a value of p. v has the type of p's default, or is the text of such a value.
// For an int, v can have any integer type of Go.
func (p *Property) value(v any) (any, error) {
	switch p.Default.(type) {
	case bool:
		if text, ok := v.(string); ok {
			b, err := strconv.ParseBool(text)
			if err != nil {
				return nil, p.bad(v)
			}
			return b, nil
		}
		if b, ok := v.(bool); ok {
			return b, nil
		}
	case int:
		if text, ok := v.(string); ok {
			n, err := strconv.Atoi(text)
			if err != nil {
				return nil, p.bad(v)
			}
			v = n
		}
		if n, ok := wholeOf(v); ok && n >= p.Least && (p.Most == 0 || n <= p.Most) {
			return n, nil
		}
	case string:
		if s, ok := v.(string); ok && p.allowed(s) {
			return s, nil
		}
	case []string:
		return p.list(v)
	}
	return nil, p.bad(v)
}

func (p *Property) list(v any) (any, error) {
	var words []string
	switch v := v.(type) {
	case string:
		words = strings.FieldsFunc(v, func(r rune) bool { return r == ',' })
	case []string:
		words = slices.Clone(v)
	default:
		return nil, p.bad(v)
	}
	for _, w := range words {
		if !p.allowed(w) {
			return nil, p.bad(w)
		}
	}
	if p.Unordered {
		slices.Sort(words)
		words = slices.Compact(words)
	}
	return words, nil
}

// wholeOf returns the value of an integer of any Go type, if the value fits into an int.
func wholeOf(v any) (int, bool) {
	r := reflect.ValueOf(v)
	switch {
	case r.CanInt() && int64(int(r.Int())) == r.Int():
		return int(r.Int()), true
	case r.CanUint() && r.Uint() <= math.MaxInt:
		return int(r.Uint()), true
	}
	return 0, false
}

func (p *Property) allowed(s string) bool { return p.Choices == nil || slices.Contains(p.Choices, s) }

// bad returns the error for a value that p can't have.
func (p *Property) bad(v any) error {
	var want string
	switch p.Default.(type) {
	case bool:
		want = "true or false"
	case int:
		want = fmt.Sprintf("a whole number of at least %d", p.Least)
		if p.Most > 0 {
			want = fmt.Sprintf("a whole number from %d to %d", p.Least, p.Most)
		}
	case []string:
		want = "a list of strings"
	default:
		want = "a text"
	}
	if p.Choices != nil {
		want = "one of " + strings.Join(p.Choices, ", ")
	}
	d := diag.Errorf(diag.Span{}, "property '%s' must be %s, but got %s", p.Key, want, foundOf(v)).WithHelp(p.Doc).
		DidYouMean("", TextOf(v), slices.Values(p.Choices))
	return diag.OfKind(ErrBadValue, d)
}

// foundOf returns the text of a value for errors. The text includes the Go type if no property can
// have values of this type.
func foundOf(v any) string {
	named := reflect.ValueOf(v).CanInt() || reflect.ValueOf(v).CanUint()
	switch v.(type) {
	case bool, string, []string:
		named = true
	}
	if named {
		return "'" + TextOf(v) + "'"
	}
	return fmt.Sprintf("a value of Go type %T: '%v'", v, v)
}

// TextOf returns a value as text for the command line.
func TextOf(v any) string {
	if list, ok := v.([]string); ok {
		return strings.Join(list, ",")
	}
	return fmt.Sprint(v)
}
