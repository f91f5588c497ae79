package tensor

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestPack compares Pack with the output of mlir-opt
// --mlir-print-elementsattrs-with-hex-if-larger=0.
func TestPack(t *testing.T) {
	ints := func(k Kind, vs ...int64) *Tensor {
		x := New(k, int64(len(vs)))
		for i, v := range vs {
			x.SetInt(i, v)
		}
		return x
	}
	tests := []struct {
		x    *Tensor
		want string
	}{
		{ints(I1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1), "FD03"},
		{ints(I4, 1, -2, 3), "010E03"},
		{ints(U4, 1, 15), "010F"},
		{ints(I16, 1, -2), "0100FEFF"},
		{ints(TF32, 1, -2), "00FC01" + "000006"},
		{ints(F80, 1), "0000000000000080FF3F"},
		{ints(F128, 1), "0000000000000000000000000000FF3F"},
		{ints(C64, 1), "0000803F00000000"},
		{ints(BF16, 1), "803F"},
	}
	for _, test := range tests {
		raw := Pack(test.x)
		if got := strings.ToUpper(hex.EncodeToString(raw)); got != test.want {
			t.Errorf("Pack(%s): got %s, expected %s", Format(test.x, 10), got, test.want)
		}
		if y, err := Unpack(test.x.Kind, test.x.Shape, raw); err != nil || !y.Equal(test.x) {
			t.Errorf("the raw form of %s is unpacked to %v (error %v)", Format(test.x, 10), y, err)
		}
	}
}

func TestUnpackErrors(t *testing.T) {
	_, err := Unpack(I1, []int64{9}, []byte{1})
	if err == nil || err.Error() != "raw data of tensor<9xi1> must have 2 bytes, but has 1" {
		t.Errorf("got error %v, expected an error about the size", err)
	}
	if _, err := Unpack(F32, []int64{-1}, nil); err == nil {
		t.Error("Unpack accepted a negative dimension")
	}
	for _, test := range []struct {
		k    Kind
		n    int64
		raw  []byte
		want bool
	}{
		{I1, 3, []byte{0xFF}, true}, {I1, 3, []byte{5}, false}, {I1, 100, []byte{0}, true}, {I1, 1, []byte{1}, true},
		{F32, 3, make([]byte, 4), true}, {F32, 3, make([]byte, 12), false}, {TF32, 9, make([]byte, 3), true}, {F32, -3, make([]byte, 4), false},
	} {
		if got := IsRawSplat(test.k, []int64{test.n}, test.raw); got != test.want {
			t.Errorf("IsRawSplat(%s, %d, %v) = %v, expected %v", test.k, test.n, test.raw, got, test.want)
		}
	}
}

func TestPackRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := Kind(rapid.IntRange(int(I1), int(C128)).Draw(t, "kind"))
		n := rapid.IntRange(0, 40).Draw(t, "n")
		raw := rapid.SliceOfN(rapid.Byte(), RawLen(k, n), RawLen(k, n)).Draw(t, "raw")
		x, err := Unpack(k, []int64{int64(n)}, raw)
		if err != nil {
			t.Fatal(err)
		}
		// Unpack drops bits of raw beyond the kind's width, so packed can differ from raw.
		packed := Pack(x)
		y, err := Unpack(k, []int64{int64(n)}, packed)
		if err != nil || !y.Equal(x) || !bytes.Equal(Pack(y), packed) {
			t.Fatalf("%s: the raw form %x is unpacked and packed to %x, which changes when it is unpacked and packed again", k, raw, packed)
		}
		z := New(k, int64(n))
		for i := range n {
			lo, hi := x.Bits128(i)
			z.SetBits128(i, lo, hi)
		}
		if !z.Equal(x) {
			t.Fatalf("%s: copying %x with Bits128 and SetBits128 changes it", k, packed)
		}
	})
}
