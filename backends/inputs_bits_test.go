package backends_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestNarrowInputs checks inputs whose elements have fewer than 8 bits and take one byte each. A
// byte that is not a value of the element type is an error.
func TestNarrowInputs(t *testing.T) {
	for _, test := range []struct {
		kind  tensor.Kind
		good  []byte
		bad   byte
		error string
	}{
		{tensor.I1, []byte{0, 1}, 2, "bytes from 0 to 1, since its elements have type 'i1', but byte 1 is 2"},
		{tensor.I2, []byte{0xfe, 1}, 2, "bytes from -2 to 1, since its elements have type 'i2', but byte 1 is 2"},
		{tensor.I4, []byte{0xf8, 7}, 0xf7, "bytes from -8 to 7, since its elements have type 'i4', but byte 1 is -9"},
		{tensor.U4, []byte{0, 15}, 16, "bytes from 0 to 15, since its elements have type 'ui4', but byte 1 is 16"},
		{tensor.F6E3M2FN, []byte{0, 63}, 0xff, "bytes from 0 to 63, since its elements have type 'f6E3M2FN', but byte 1 is 255"},
		{tensor.I8, []byte{0x80, 0x7f}, 0, ""},
	} {
		x := tensor.New(test.kind, 2)
		types := []ir.Type{backends.TypeOf(x)}
		copy(x.Data, test.good)
		if err := backends.CheckInputs(types, []*tensor.Tensor{x}); err != nil {
			t.Errorf("%s with the bytes %v: %v", test.kind, test.good, err)
		}
		x.Data[1] = test.bad
		if err := backends.CheckInputs(types, []*tensor.Tensor{x}); test.error == "" && err != nil || test.error != "" && (err == nil || !strings.Contains(err.Error(), test.error)) {
			t.Errorf("%s with the byte %d: got %v, expected %q", test.kind, test.bad, err, test.error)
		}
	}
}
