package ir_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
	"unsafe"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// TestInternedOwnText parses the programs in ../lit. It checks that no interned type or attribute
// refers to the memory of a text, because the text may be overwritten after its program was used.
func TestInternedOwnText(t *testing.T) {
	var all []byte
	var ends []int
	err := filepath.WalkDir("../lit", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".mlir" {
			return err
		}
		text, err := os.ReadFile(path)
		for part := range bytes.SplitSeq(text, []byte("// -----")) {
			all = append(all, part...)
			ends = append(ends, len(all))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	reg, err := ir.DeferredRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	var ops []*ir.Op
	start := 0
	for _, end := range ends {
		// Some texts have errors. The attributes before the errors are interned too.
		op, _ := asm.Parse(reg, diag.NewSource("t.mlir", all[start:end]), asm.Options{AllowUnregistered: true, SkipVerify: true})
		if start = end; op != nil {
			ops = append(ops, op)
		}
	}
	if len(ops) < 500 {
		t.Fatalf("only %d programs were parsed", len(ops))
	}
	s := sharing{text: all, where: map[string]int{}, seen: map[uintptr]bool{}}
	ir.Interned(func(content any) {
		// A ResourceElements may refer to the text of its program, since no other program uses this
		// attribute.
		if _, ok := content.(*ir.ResourceElements); !ok {
			s.check(reflect.ValueOf(content), fmt.Sprintf("%T", content))
		}
	})
	for where, n := range s.where {
		t.Errorf("%s refers to the text in %d places", where, n)
	}
	runtime.KeepAlive(ops)
}

// sharing counts, for each field, the strings and slices that refer to the memory of a text.
type sharing struct {
	text  []byte
	where map[string]int
	seen  map[uintptr]bool
}

func (s *sharing) note(p unsafe.Pointer, where string) {
	if at := uintptr(p) - uintptr(unsafe.Pointer(&s.text[0])); at < uintptr(len(s.text)) {
		s.where[where]++
	}
}

func (s *sharing) check(v reflect.Value, where string) {
	switch v.Kind() {
	case reflect.String:
		if v.Len() > 0 {
			s.note(unsafe.Pointer(unsafe.StringData(v.String())), where)
		}
	case reflect.Slice:
		if v.Len() > 0 {
			s.note(v.UnsafePointer(), where)
		}
		for i := range v.Len() {
			s.check(v.Index(i), where+"[]")
		}
	case reflect.Array:
		for i := range v.Len() {
			s.check(v.Index(i), where+"[]")
		}
	case reflect.Pointer:
		if !v.IsNil() && !s.seen[v.Pointer()] {
			s.seen[v.Pointer()] = true
			s.check(v.Elem(), where)
		}
	case reflect.Interface:
		s.check(v.Elem(), where)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[ir.Attr]() || v.Type() == reflect.TypeFor[ir.Type]() {
			return // its content is checked separately
		}
		for i := range v.NumField() {
			s.check(v.Field(i), where+"."+v.Type().Field(i).Name)
		}
	}
}
