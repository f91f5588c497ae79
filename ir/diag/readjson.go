package diag

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
)

// ReadJSON decodes the JSON text in a span as json.Unmarshal does, but is stricter. Each key of a
// struct must equal the name in a field's tag, and must occur only once. Text after the value is an
// error. Errors have a position and contain no Go types. Keys in maps and in values of type
// json.RawMessage are not checked.
func ReadJSON(in Span, to any) *Diagnostic {
	text := in.Src.Text[in.Start:in.End]
	d := json.NewDecoder(bytes.NewReader(text))
	err := d.Decode(to)
	var syntax *json.SyntaxError
	var other *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return Errorf(in.byteAt(int(syntax.Offset)-1), "%s", strings.TrimPrefix(err.Error(), "json: "))
	case errors.As(err, &other):
		return Errorf(in.byteAt(int(other.Offset)-1), "%s", mismatch(other))
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return Errorf(in.byteAt(len(text)), "the JSON text ends too early")
	case err != nil:
		return Errorf(in, "%v", err)
	}
	end := int(d.InputOffset())
	if _, err := d.Token(); err != io.EOF {
		more := len(text) - len(bytes.TrimLeft(text[end:], " \t\r\n"))
		return Errorf(in.byteAt(more), "text follows the JSON object")
	}
	k := jsonKeys{in, text, json.NewDecoder(bytes.NewReader(text))}
	return k.value(reflect.TypeOf(to).Elem())
}

// byteAt returns the span of the byte at an offset in s. The span is empty at the end of s.
func (s Span) byteAt(off int) Span {
	start := s.Start + min(max(off, 0), s.End-s.Start)
	return Span{s.Src, start, min(start+1, s.End)}
}

// mismatch returns the message for a JSON value that has another type than the Go value.
func mismatch(e *json.UnmarshalTypeError) string {
	expected := "a whole number"
	switch e.Type.Kind() {
	case reflect.Struct:
		expected = "an object"
	case reflect.Slice:
		expected = "an array"
	case reflect.String:
		expected = "a string"
	case reflect.Bool:
		expected = "true or false"
	case reflect.Float64:
		expected = "a number"
	}
	if e.Field != "" {
		expected += " as '" + e.Field + "'"
	}
	return "expected " + expected + ", but got " + e.Value
}

// jsonKeys checks the keys of a JSON value that was decoded without an error. It can be recursive,
// because package json limits the depth of values.
type jsonKeys struct {
	in   Span
	text []byte
	d    *json.Decoder
}

// value checks the next value of d, which was decoded into the Go type t. It checks the keys of
// structs and of structs in slices. Inside other values, such as maps, t is not a struct type, so
// value checks no keys.
func (k *jsonKeys) value(t reflect.Type) *Diagnostic {
	token, _ := k.d.Token()
	open, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	if open == '[' && t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	var seen []string
	for k.d.More() {
		inner := t
		if open == '{' {
			key, at := k.key()
			if t.Kind() == reflect.Struct {
				f, ok := fieldOf(t, key)
				switch {
				case !ok:
					return Errorf(at, "unknown key %q", key)
				case slices.Contains(seen, key):
					return Errorf(at, "the key %q occurs twice", key)
				}
				seen, inner = append(seen, key), f
			}
		}
		if d := k.value(inner); d != nil {
			return d
		}
	}
	k.d.Token() // the closing bracket
	return nil
}

func (k *jsonKeys) key() (string, Span) {
	start := int(k.d.InputOffset())
	start += bytes.IndexByte(k.text[start:], '"')
	token, _ := k.d.Token()
	key, _ := token.(string)
	return key, Span{k.in.Src, k.in.Start + start, k.in.Start + int(k.d.InputOffset())}
}

// fieldOf returns the type of the field with the given key in its tag. t is a struct type.
func fieldOf(t reflect.Type, key string) (reflect.Type, bool) {
	for f := range t.Fields() {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name == key && name != "" && name != "-" {
			return f.Type, true
		}
	}
	return nil, false
}
