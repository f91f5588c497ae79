package tensor

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInvalidKind calls functions with a tensor whose kind is invalid. Functions that use elements
// must panic with a message that begins with "tensor: BUG: ". Other functions must not panic, and
// As must return an error.
func TestInvalidKind(t *testing.T) {
	for _, kind := range []Kind{Invalid, kindCount} {
		x := &Tensor{Kind: kind}
		for name, f := range map[string]func(){
			"Float":          func() { x.Float(0) },
			"SetFloat":       func() { x.SetFloat(0, 1) },
			"Int":            func() { x.Int(0) },
			"SetInt":         func() { x.SetInt(0, 1) },
			"Complex":        func() { x.Complex(0) },
			"SetComplex":     func() { x.SetComplex(0, 1) },
			"Bits":           func() { x.Bits(0) },
			"SetBits":        func() { x.SetBits(0, 1) },
			"Bits128":        func() { x.Bits128(0) },
			"SetBits128":     func() { x.SetBits128(0, 1, 1) },
			"Slice":          func() { Slice[float32](x) },
			"ToFloat32s":     func() { ToFloat32s(x) },
			"DecodeFloat32s": func() { DecodeFloat32s(make([]float32, 1), x) },
			"EncodeFloat32s": func() { EncodeFloat32s(x, make([]float32, 1)) },
			"SplatOf":        func() { SplatOf(x) },
			"to i1":          func() { Convert(x, I1) },
			"to i8":          func() { Convert(x, I8) },
			"to f32":         func() { Convert(x, F32) },
			"to complex":     func() { Convert(x, C128) },
			"from i8":        func() { Convert(New(I8), kind) },
		} {
			if got := panicOf(f); !strings.HasPrefix(got, "tensor: BUG: ") {
				t.Errorf("%s of a tensor of kind %d: got the panic %q, expected one that starts with \"tensor: BUG: \"", name, kind, got)
			}
		}
		if got := panicOf(func() {
			x.Clone()
			x.Reshape([]int64{1})
			x.Equal(x)
			x.Strides()
			x.CheckBytes()
			Pack(x)
			WithCanonicalNaNs(x)
			Convert(x, kind)
		}); got != "" {
			t.Errorf("kind %d: got the panic %q from a method that does not use elements", kind, got)
		}
		if y, err := x.As(F32); err == nil {
			t.Errorf("As returned %v, expected an error", y)
		}
	}
}

// panicOf returns the text of the panic of f, or "" if f does not panic.
func panicOf(f func()) (text string) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case string:
			text = p
		case error:
			text = p.Error()
		}
	}()
	f()
	return ""
}

// TestInvalidTensor formats and writes invalid tensors. A donated tensor has no Data.
func TestInvalidTensor(t *testing.T) {
	donated := New(F32, 2, 3)
	donated.Data = nil
	for _, test := range []struct {
		x    *Tensor
		want string
	}{
		{donated, "tensor<2x3xf32> takes 24 bytes, but the data has 0"},
		{&Tensor{}, "invalid element kind 0"},
		{&Tensor{Kind: kindCount}, "invalid element kind 35"},
		{&Tensor{Kind: F32, Shape: []int64{1 << 40}}, "tensor<1099511627776xf32> takes 4398046511104 bytes, but the data has 0"},
		{&Tensor{Kind: I8, Shape: []int64{-1}, Data: []byte{1}}, "dimension #0 must not be negative, but got -1"},
		{&Tensor{Kind: I8, Data: []byte{1, 2}}, "tensor<i8> takes 1 bytes, but the data has 2"},
	} {
		if got, want := Format(test.x, 10), "invalid tensor: "+test.want; got != want {
			t.Errorf("Format returned %q, expected %q", got, want)
		}
		var b bytes.Buffer
		if err := WriteNpy(&b, test.x); err == nil || err.Error() != "npy: "+test.want || b.Len() > 0 {
			t.Errorf("WriteNpy wrote %d bytes and returned the error %v, expected %q", b.Len(), err, "npy: "+test.want)
		}
	}
	name := filepath.Join(t.TempDir(), "x.npy")
	if err := os.WriteFile(name, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := WriteNpyFile(name, donated)
	if text, _ := os.ReadFile(name); err == nil || string(text) != "old" {
		t.Errorf("WriteNpyFile of a donated tensor returned the error %v, and the file has the text %q", err, text)
	}
}
