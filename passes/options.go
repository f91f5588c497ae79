package passes

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// Option describes one option of a pass, for listings.
type Option struct {
	Name    string
	Help    string
	Default string // in the syntax of pipelines
	Type    string // for example "bool", "int" or "list of string"
	index   []int
	own     bool // mlir-opt's pass of the same name lacks this option
}

// Options lists the pass's options, sorted by name.
func (p *Pass) Options() []Option { return optionsOf(p.options) }

func optionsOf(defaults reflect.Value) []Option {
	if !defaults.IsValid() {
		return nil
	}
	var os []Option
	for _, f := range reflect.VisibleFields(defaults.Type()) {
		name, ok := f.Tag.Lookup("opt")
		if !ok {
			continue
		}
		os = append(os, Option{
			Name: name, Help: f.Tag.Get("help"), index: f.Index,
			Default: formatOption(defaults.FieldByIndex(f.Index)),
			Type:    optionType(f.Type),
			own:     f.Tag.Get("own") != "",
		})
	}
	sort.Slice(os, func(i, j int) bool { return os[i].Name < os[j].Name })
	return os
}

func optionType(t reflect.Type) string {
	if t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
		return "value"
	}
	switch t.Kind() {
	case reflect.Slice:
		return "list of " + optionType(t.Elem())
	case reflect.Struct:
		return "options"
	}
	return t.Kind().String()
}

// String returns "name=<type>  help (default value)".
func (o Option) String() string {
	return fmt.Sprintf("%s=<%s>  %s (default %s)", o.Name, o.Type, o.Help, o.Default)
}

// llvmType returns LLVM's name of a number type for messages.
func llvmType(k reflect.Kind) string {
	switch k {
	case reflect.Int32:
		return "integer"
	case reflect.Uint32:
		return "uint"
	case reflect.Uint, reflect.Uint64:
		return "ulong"
	case reflect.Float32, reflect.Float64:
		return "floating point"
	}
	return "long"
}

// formatOptions prints the options of a pass as MLIR does: sorted by name and with defaults filled
// in. An empty list is printed as nothing, but the space before or after it remains. Options with
// the tag own, which mlir-opt's pass lacks, are omitted if they have the zero value.
func formatOptions(o any) string {
	v := reflect.ValueOf(o)
	if !v.IsValid() {
		return ""
	}
	var parts []string
	for _, f := range optionsOf(v) {
		if f.own && v.FieldByIndex(f.index).IsZero() {
			continue
		}
		text := formatOption(v.FieldByIndex(f.index))
		if v.FieldByIndex(f.index).Kind() == reflect.Slice {
			if text != "" {
				text = f.Name + "={" + text + "}"
			}
			parts = append(parts, text)
			continue
		}
		parts = append(parts, f.Name+"="+text)
	}
	return strings.Join(parts, " ")
}

func formatOption(v reflect.Value) string {
	if m, ok := v.Interface().(encoding.TextMarshaler); ok {
		b, err := m.MarshalText()
		if err != nil {
			return err.Error()
		}
		return string(b)
	}
	switch v.Kind() {
	case reflect.Slice:
		parts := make([]string, v.Len())
		for i := range parts {
			if parts[i] = formatOption(v.Index(i)); strings.ContainsRune(parts[i], ',') && !strings.ContainsAny(parts[i][:1], `{"'`) {
				parts[i] = "{" + parts[i] + "}"
			}
		}
		return strings.Join(parts, ",")
	case reflect.Struct:
		return "{" + formatOptions(v.Interface()) + "}"
	case reflect.String:
		return quote(v.String())
	}
	return fmt.Sprint(v.Interface())
}

// quote returns s. It adds braces or quotes if parseOptions needs them to read s.
func quote(s string) string {
	forms := []string{s, "{" + s + "}", `"` + s + `"`, "'" + s + "'"}
	if strings.ContainsAny(s, " \t\"'{}") {
		forms = forms[1:]
	}
	for _, f := range forms {
		if sets, err := parseOptions("x="+f, diag.Span{}); err == nil && len(sets) == 1 && sets[0].value == s {
			return f
		}
	}
	return forms[0]
}

// setOption is one key=value of a pipeline.
type setOption struct {
	key, value string
	hasValue   bool
	span       diag.Span
}

// parseOptions reads "key=value key" with quotes and nested braces. base is the position of the
// text.
func parseOptions(text string, base diag.Span) ([]setOption, error) {
	var sets []setOption
	for i := 0; i < len(text); {
		if text[i] == ' ' || text[i] == '\t' || text[i] == '\n' {
			i++
			continue
		}
		start := i
		end, err := skipValue(text, i, " \t\n")
		if err != nil {
			return nil, diag.Errorf(sub(base, start, len(text)), "%s", err)
		}
		i = end
		s := setOption{span: sub(base, start, end)}
		s.key, s.value, s.hasValue = strings.Cut(text[start:end], "=")
		s.value = unwrap(s.value)
		sets = append(sets, s)
	}
	return sets, nil
}

// sub returns the part of a span from lo to hi.
func sub(sp diag.Span, lo, hi int) diag.Span {
	if sp.Src == nil {
		return sp
	}
	return diag.Span{Src: sp.Src, Start: sp.Start + lo, End: sp.Start + hi}
}

// skipValue returns the index at which the value that starts at i ends. The characters in stop end
// a value, unless they are inside quotes, braces, brackets or parentheses. The value also ends at
// the end of s.
func skipValue(s string, i int, stop string) (int, error) {
	depth := 0
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\'':
			n := strings.IndexByte(s[i+1:], c)
			if n < 0 {
				return 0, fmt.Errorf("missing closing %c", c)
			}
			i += n + 1
		case c == '{' || c == '[' || c == '(':
			depth++
		case c == '}' || c == ']' || c == ')':
			depth--
		case depth <= 0 && strings.IndexByte(stop, c) >= 0:
			return i, nil
		}
	}
	if depth > 0 {
		return 0, fmt.Errorf("missing closing brace")
	}
	return i, nil
}

// unwrap removes one pair of quotes or braces around the whole of s.
func unwrap(s string) string {
	if len(s) >= 2 {
		switch a, z := s[0], s[len(s)-1]; {
		case a == '"' && z == '"', a == '\'' && z == '\'', a == '{' && z == '}' && closesAtEnd(s):
			return s[1 : len(s)-1]
		}
	}
	return s
}

func closesAtEnd(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 && i < len(s)-1 {
				return false
			}
		}
	}
	return depth == 0
}

// ReadOptions reads options in the syntax of pipelines, such as "max-ops=4 fast". Options that are
// not in the text keep their defaults. "at" is the position of the text. pass is the name for
// messages.
func ReadOptions[O any](pass string, defaults O, text string, at diag.Span) (O, error) {
	sets, err := parseOptions(text, at)
	if err != nil {
		return defaults, err
	}
	o, err := bind(pass, reflect.ValueOf(defaults), sets)
	if err != nil {
		return defaults, err
	}
	return o.(O), nil
}

// bind returns a copy of defaults with the assignments in sets.
func bind(pass string, defaults reflect.Value, sets []setOption) (any, error) {
	known := optionsOf(defaults)
	if !defaults.IsValid() {
		if len(sets) > 0 {
			return nil, noSuchOption(pass, known, sets[0])
		}
		return nil, nil
	}
	v := reflect.New(defaults.Type()).Elem()
	v.Set(defaults)
	for _, s := range sets {
		i := slices.IndexFunc(known, func(o Option) bool { return o.Name == s.key })
		if i < 0 {
			return nil, noSuchOption(pass, known, s)
		}
		switch {
		case s.hasValue:
		case known[i].Type != "bool":
			return nil, diag.Errorf(s.span, "for the --%s option: requires a value!", s.key)
		default:
			s.value = "true"
		}
		if err := setValue(v.FieldByIndex(known[i].index), s.value); err != nil {
			return nil, diag.Errorf(s.span, "for the --%s option: %v", s.key, err).WithHelp("pass '" + pass + "' has " + known[i].String())
		}
	}
	return v.Interface(), nil
}

func noSuchOption(pass string, known []Option, s setOption) error {
	d := diag.Errorf(s.span, "<Pass-Options-Parser>: no such option %s", s.key)
	if len(known) == 0 {
		return d.WithHelp("pass '" + pass + "' takes no options")
	}
	names := make([]string, len(known))
	for i, o := range known {
		names[i] = o.Name
		d.WithHelp(o.String())
	}
	return d.DidYouMean("", s.key, slices.Values(names))
}

// setValue parses text into v.
func setValue(v reflect.Value, text string) error {
	if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return u.UnmarshalText([]byte(text))
	}
	wrong := fmt.Errorf("'%s' value invalid for %s argument!", text, llvmType(v.Kind()))
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		switch text {
		case "true", "1", "TRUE", "True":
			v.SetBool(true)
		case "false", "0", "FALSE", "False":
			v.SetBool(false)
		default:
			return fmt.Errorf("'%s' is invalid value for boolean argument! Try 0 or 1", text)
		}
	case reflect.Int, reflect.Int64, reflect.Int32:
		n, err := strconv.ParseInt(text, 0, v.Type().Bits())
		if err != nil {
			return wrong
		}
		v.SetInt(n)
	case reflect.Uint, reflect.Uint64, reflect.Uint32:
		n, err := strconv.ParseUint(text, 0, v.Type().Bits())
		if err != nil {
			return wrong
		}
		v.SetUint(n)
	case reflect.Float64, reflect.Float32:
		x, err := strconv.ParseFloat(text, v.Type().Bits())
		if err != nil {
			return wrong
		}
		v.SetFloat(x)
	case reflect.Slice:
		return setList(v, text)
	case reflect.Struct:
		return setStruct(v, text)
	default:
		panic("passes: BUG: option of type " + v.Type().String())
	}
	return nil
}

// setList parses values separated by commas, or in MLIR's form [a, b].
func setList(v reflect.Value, text string) error {
	if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
		text = text[1 : len(text)-1]
	}
	list := reflect.MakeSlice(v.Type(), 0, 4)
	for more := strings.TrimSpace(text) != ""; more; {
		end, err := skipValue(text, 0, ",")
		if err != nil {
			return err
		}
		e := reflect.New(v.Type().Elem()).Elem()
		if err := setValue(e, unwrap(strings.TrimSpace(text[:end]))); err != nil {
			return err
		}
		list = reflect.Append(list, e)
		text, more = strings.CutPrefix(text[end:], ",")
	}
	v.Set(list)
	return nil
}

func setStruct(v reflect.Value, text string) error {
	sets, err := parseOptions(text, diag.Span{})
	if err != nil {
		return err
	}
	o, err := bind("", v, sets)
	if err != nil {
		return err
	}
	v.Set(reflect.ValueOf(o))
	return nil
}
