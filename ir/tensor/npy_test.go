package tensor

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// npyFile returns the bytes of a file with the given version, header and data.
func npyFile(version byte, header string, data ...byte) []byte {
	b := append([]byte(npyMagic), version, 0)
	if version == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(header)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(header)))
	}
	return append(append(b, header...), data...)
}

func TestNpyRoundTrip(t *testing.T) {
	dir := t.TempDir()
	for k := I1; k < kindCount; k++ {
		for _, shape := range [][]int64{{}, {5}, {2, 3}, {0, 4}} {
			x := Random(k, shape, uint64(k), 7)
			if k == I4 && len(shape) == 1 {
				x.SetInt(0, -1)
			}
			name := filepath.Join(dir, "x.npy")
			if err := WriteNpyFile(name, x); err != nil {
				t.Fatal(err)
			}
			y, err := ReadNpyFile(name)
			if err != nil {
				t.Fatalf("%s %v: ReadNpyFile: %v", k, shape, err)
			}
			z, err := y.As(k)
			if err != nil || !z.Equal(x) {
				t.Fatalf("%s %v: wrote %s, but read %s (error %v)", k, shape, Format(x, 10), Format(y, 10), err)
			}
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("the folder has the files %v, expected only x.npy", files)
	}
}

// TestNpyBytes compares the bytes that WriteNpy and numpy.save write.
func TestNpyBytes(t *testing.T) {
	var b bytes.Buffer
	if err := WriteNpy(&b, FromSlice([]int64{3}, []int16{1, 2, -1})); err != nil {
		t.Fatal(err)
	}
	header := "{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }"
	header += strings.Repeat(" ", 128-10-1-len(header)) + "\n"
	if want := npyFile(1, header, 1, 0, 2, 0, 255, 255); b.Len()%64 != 6 || !bytes.Equal(b.Bytes(), want) {
		t.Errorf("got %q, expected %q", b.Bytes(), want)
	}
	for shape, want := range map[string]string{"": "()", "4": "(4,)", "4 5": "(4, 5)", "4 5 6": "(4, 5, 6)"} {
		var dims []int64
		for _, f := range strings.Fields(shape) {
			dims = append(dims, int64(f[0]-'0'))
		}
		if got := string(npyPrefix(New(BF16, dims...))); !strings.Contains(got, "{'descr': '<u2', 'fortran_order': False, 'shape': "+want+", }") {
			t.Errorf("got the header %q, expected the shape %s", got, want)
		}
	}
	long := New(I8, slices.Repeat([]int64{1}, 30000)...)
	b.Reset()
	if err := WriteNpy(&b, long); err != nil {
		t.Fatal(err)
	}
	if y, err := ReadNpy(&b); err != nil || !y.Equal(long) {
		t.Error("a file of version 2 is not read correctly: ", err)
	}
}

func TestReadNpy(t *testing.T) {
	header := func(descr, order, shape string) string {
		return fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n", descr, order, shape)
	}
	tests := []struct {
		file []byte
		want string
	}{
		{npyFile(1, header(">i2", "False", "(2,)"), 1, 2, 255, 254), "tensor<2xi16> [258, -2]"},
		{npyFile(2, header(">c8", "False", "()"), 0x3F, 0x80, 0, 0, 0x40, 0, 0, 0), "tensor<complex<f32>> (1, 2)"},
		{npyFile(3, header("|u1", "True", "(2, 3)"), 1, 2, 3, 4, 5, 6), "tensor<2x3xui8> [[1, 3, 5], [2, 4, 6]]"},
		{npyFile(1, header("|i1", "True", "(2, 2, 2)"), 1, 2, 3, 4, 5, 6, 7, 8), "tensor<2x2x2xi8> [[[1, 5], [3, 7]], [[2, 6], [4, 8]]]"},
		{npyFile(1, header("|b1", "False", "(2,)"), 0, 7), "tensor<2xi1> [false, true]"},
		{npyFile(1, header("<V2", "False", "(1,)"), 1, 2), "tensor<1xui16> [513]"},
		{npyFile(1, header("=u2", "True", "(0, 2)")), "tensor<0x2xui16> []"},
		{npyFile(1, "{\"shape\":(1L,),\"fortran_order\":False,\"descr\":\"u1\"}", 9, 99), "tensor<1xui8> [9]"},
	}
	for _, test := range tests {
		for _, r := range []io.Reader{bytes.NewReader(test.file), iotest.OneByteReader(bytes.NewReader(test.file))} {
			x, err := ReadNpy(r)
			if err != nil {
				t.Errorf("%q: got error %v, expected none", test.file, err)
			} else if got := Format(x, 100); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		}
	}
}

func TestReadNpyErrors(t *testing.T) {
	const ok = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"
	tests := []struct {
		file []byte
		want string
	}{
		{nil, "magic at byte 0: expected 6 bytes, but found 0"},
		{[]byte("PK\x03\x04 a zip file"), `at byte 0: expected "\x93NUMPY", but found "PK\x03\x04 a"`},
		{[]byte(npyMagic + "\x01"), "version at byte 6: expected 2 bytes, but found 1"},
		{npyFile(9, ok), "at byte 6: expected version 1, 2 or 3, but found 9.0"},
		{[]byte(npyMagic + "\x02\x00\x01"), "header length at byte 8: expected 4 bytes, but found 1"},
		{npyFile(1, ok)[:30], "header at byte 10: expected 57 bytes, but found 20"},
		{npyFile(1, ok, 1, 2, 3), "data of tensor<2xf32> at byte 67: expected 8 bytes, but found 3"},
		{npyFile(1, "[1]"), "in the header, at byte 10: expected '{', but found \"[1]\""},
		{npyFile(2, "{'descr': '<f3'"), "in the header, at byte 22: unsupported type '<f3'"},
		{npyFile(1, "{'descr': [('a', '<f4')]"), "structured types are not supported"},
		{npyFile(1, "{'descr': '<f4' 'x'"), "expected ',' or '}', but found \"'x'\""},
		{npyFile(1, "{'descr': '<f4'"), "expected ',' or '}', but found the header's end"},
		{npyFile(1, "{'descr': '<f4"), "string without end"},
		{npyFile(1, "{'descr': '<f4'}"), "expected one 'fortran_order', but found 0"},
		{npyFile(1, "{'shape': (1,), 'shape': (1,), 'descr': '<f4', 'fortran_order': True}"), "expected one 'shape', but found 2"},
		{npyFile(1, "{'shape': (1)}"), "expected ','"},
		{npyFile(1, "{'shape': (-1,)}"), "expected a dimension, but found \"-1,)}\""},
		{npyFile(1, "{'shape': (99999999999999999999,)}"), "dimension 99999999999999999999 is too large"},
		{npyFile(1, "{'fortran_order': Maybe}"), "expected True or False, but found \"Maybe}\""},
		{npyFile(1, "{'other': 1}"), "unexpected key 'other'"},
		{npyFile(1, ok+"x"), "expected the header's end, but found \"x\""},
		{npyFile(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }"), "too many elements"},
		{npyFile(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1099511627776,), }", 1), "expected 4398046511104 bytes, but found 1"},
	}
	for _, test := range tests {
		_, err := ReadNpy(bytes.NewReader(test.file))
		if err == nil || !strings.HasPrefix(err.Error(), "npy: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q:\ngot  %v\nwant %s", test.file, err, test.want)
		}
	}
	broken := errors.New("broken")
	r := io.MultiReader(bytes.NewReader(npyFile(1, ok, 1)), iotest.ErrReader(broken))
	if _, err := ReadNpy(r); !errors.Is(err, broken) {
		t.Errorf("got error %v, expected the error of the reader", err)
	}
	if _, err := ReadNpyFile(filepath.Join(t.TempDir(), "none.npy")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: got error %v, expected os.ErrNotExist", err)
	}
	if err := WriteNpyFile(filepath.Join(t.TempDir(), "none", "x.npy"), New(F32)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing folder: got error %v, expected os.ErrNotExist", err)
	}
}

// TestReadNpyMemory reads a file whose header claims 4 TiB of data, and a large valid file.
func TestReadNpyMemory(t *testing.T) {
	file := npyFile(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1099511627776,), }", make([]byte, 3<<20)...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := ReadNpy(bytes.NewReader(file)); err == nil {
		t.Error("ReadNpy returned no error for a file with too little data")
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 16<<20 {
		t.Errorf("ReadNpy allocated %d bytes, expected at most 16 MiB", n)
	}
	x := Random(U8, []int64{5 << 20}, 1, 2)
	var b bytes.Buffer
	if err := WriteNpy(&b, x); err != nil {
		t.Fatal(err)
	}
	if y, err := ReadNpy(&b); err != nil || !y.Equal(x) {
		t.Error("a large tensor is not read correctly: ", err)
	}
}

func TestAs(t *testing.T) {
	x := FromSlice([]int64{2}, []uint8{15, 0xFE})
	if y, err := x.As(I4); err != nil || y.Int(0) != -1 || y.Int(1) != -2 || x.Data[0] != 15 {
		t.Errorf("As(I4): got %v and error %v, expected -1 and -2 in a copy", y, err)
	}
	if y, err := x.As(F8E5M2); err != nil || &y.Data[0] != &x.Data[0] {
		t.Error("As(F8E5M2) does not share Data: ", err)
	}
	errs := []struct {
		x    *Tensor
		k    Kind
		want string
	}{
		{x, BF16, "expected elements of 2 bytes for bf16, but the element size of ui8 is 1"},
		{x, I1, "element 0 has the bytes 0f, which do not fit into the 1-bit kind i1"},
		{x, U4, "element 1 has the bytes fe, which do not fit into the 4-bit kind ui4"},
		{FromSlice([]int64{1}, []float32{math.Pi}), TF32, "element 0 has the bytes db0f4940, which do not fit into the 19-bit kind tf32"},
		{FromSlice([]int64{1}, []complex128{1i}), F80, "which do not fit into the 80-bit kind f80"},
		{x, kindCount, "invalid element kind"},
	}
	for _, test := range errs {
		if _, err := test.x.As(test.k); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

func FuzzReadNpy(f *testing.F) {
	for k := I1; k < kindCount; k++ {
		var b bytes.Buffer
		if err := WriteNpy(&b, Random(k, []int64{2, 3}, 1, 1)); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add(npyFile(2, "{'descr': '>c16', 'fortran_order': True, 'shape': (1, 0, 9223372036854775807), }"))
	f.Add(npyFile(3, "{'shape': (1L, 1), 'descr': \"|V2\", 'fortran_order': True}", 1, 2))
	f.Fuzz(func(t *testing.T, file []byte) {
		x, err := ReadNpy(bytes.NewReader(file))
		if err != nil {
			return
		}
		if len(x.Data) > len(file) || len(x.Data) != x.NumElements()*x.Kind.Size() {
			t.Fatalf("got %d bytes of data for %s from a file of %d bytes", len(x.Data), typeString(x.Kind, x.Shape), len(file))
		}
		var b bytes.Buffer
		if err := WriteNpy(&b, x); err != nil {
			t.Fatal(err)
		}
		if y, err := ReadNpy(&b); err != nil || !y.Equal(x) {
			t.Fatalf("the tensor differs after WriteNpy and ReadNpy (error %v)", err)
		}
		Format(x, 20)
	})
}
