package nnvm

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// The magic numbers at the start of a parameter file, and of each tensor in it.
const (
	paramsMagic = 0xF7E58D4F05049CB7
	tensorMagic = 0xDD5E40F096B4A13F
)

// A file with values above these limits is treated as corrupt.
const (
	mostParams = 1 << 24
	mostName   = 1 << 16
	mostRank   = 32
)

// SaveParams writes named tensors in the format of NNVM's save_param_dict, sorted by name.
func SaveParams(out io.Writer, params map[string]*tensor.Tensor) error {
	w := bufio.NewWriter(out)
	var err error
	put := func(v any) {
		if err == nil {
			err = binary.Write(w, binary.LittleEndian, v)
		}
	}
	names := slices.Sorted(maps.Keys(params))
	put(uint64(paramsMagic))
	put(uint64(0))
	put(uint64(len(names)))
	for _, n := range names {
		put(uint64(len(n)))
		put([]byte(n))
	}
	put(uint64(len(names)))
	for _, n := range names {
		t := params[n]
		code, bits := typeCode(t.Kind)
		if bits == 0 {
			return fmt.Errorf("parameter %q has the element type '%s', which the format does not support", n, t.Kind)
		}
		put(uint64(tensorMagic))
		put(uint64(0))
		put([2]int32{1, 0}) // the device: the first CPU
		put(int32(len(t.Shape)))
		put([4]byte{code, bits, 1, 0})
		put(t.Shape)
		put(int64(len(t.Data)))
		put(t.Data)
	}
	if err != nil {
		return err
	}
	return w.Flush()
}

// typeCode returns DLPack's code of a kind (signed 0, unsigned 1, float 2), and its number of bits.
// For a kind that a parameter file cannot have, bits is 0.
func typeCode(k tensor.Kind) (code, bits byte) {
	switch {
	case k.Bits() < 8 || k.Bits() > 64 || k == tensor.BF16 || k == tensor.Index:
		return 0, 0
	case k.IsFloat() && k.Bits() >= 16:
		return 2, byte(k.Bits())
	case k.IsInt() && k.IsUnsigned():
		return 1, byte(k.Bits())
	case k.IsInt():
		return 0, byte(k.Bits())
	}
	return 0, 0
}

func kindOf(code, bits byte) (tensor.Kind, bool) {
	for _, k := range []tensor.Kind{
		tensor.I8, tensor.I16, tensor.I32, tensor.I64, tensor.U8, tensor.U16, tensor.U32, tensor.U64, tensor.F16, tensor.F32, tensor.F64,
	} {
		if c, b := typeCode(k); c == code && b == bits {
			return k, true
		}
	}
	return tensor.Invalid, false
}

// LoadParams reads named tensors that SaveParams or NNVM wrote. Errors contain the byte offset.
func LoadParams(in io.Reader) (map[string]*tensor.Tensor, error) {
	r := &paramReader{r: bufio.NewReader(in)}
	if magic := r.u64(); r.err == nil && magic != paramsMagic {
		return nil, fmt.Errorf("byte 0: this is not a parameter file: it begins with %#x, not %#x", magic, uint64(paramsMagic))
	}
	r.u64()
	var names []string // not allocated at once, since the count in the file may be wrong
	for range r.count("names", mostParams) {
		names = append(names, string(r.bytes(int64(r.count("characters of a name", mostName)))))
		if r.err != nil {
			return nil, r.err
		}
	}
	if n := r.count("tensors", mostParams); r.err == nil && n != len(names) {
		r.fail("there are %d names, but %d tensors", len(names), n)
	}
	params := map[string]*tensor.Tensor{}
	for _, n := range names {
		t := r.tensor()
		if r.err != nil {
			return nil, r.err
		}
		if params[n] != nil {
			return nil, fmt.Errorf("byte %d: the name %q appears twice", r.at, n)
		}
		params[n] = t
	}
	return params, r.err
}

// paramReader records the first error and its offset.
type paramReader struct {
	r   *bufio.Reader
	at  int64
	err error
}

func (r *paramReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("byte %d: %s", r.at, fmt.Sprintf(format, args...))
	}
}

// bytes reads n bytes in steps, so that a corrupt length does not allocate too much memory.
func (r *paramReader) bytes(n int64) []byte {
	if r.err != nil {
		return nil
	}
	var out []byte
	for int64(len(out)) < n {
		step := make([]byte, min(n-int64(len(out)), 1<<20))
		if _, err := io.ReadFull(r.r, step); err != nil {
			r.fail("the file ends in the middle of %d bytes", n)
			return nil
		}
		out = append(out, step...)
		r.at += int64(len(step))
	}
	return out
}

func (r *paramReader) u64() uint64 {
	b := r.bytes(8)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint64(b)
}

func (r *paramReader) count(what string, most uint64) int {
	n := r.u64()
	if n > most {
		r.fail("too many %s: %d, but at most %d are possible", what, n, most)
		return 0
	}
	return int(n)
}

func (r *paramReader) tensor() *tensor.Tensor {
	if magic := r.u64(); r.err == nil && magic != tensorMagic {
		r.fail("expected a tensor, which begins with %#x, but got %#x", uint64(tensorMagic), magic)
	}
	head := r.bytes(8 + 8 + 4 + 4) // reserved, device, rank, type
	if r.err != nil {
		return nil
	}
	rank := binary.LittleEndian.Uint32(head[16:])
	k, ok := kindOf(head[20], head[21])
	if !ok || rank > mostRank || binary.LittleEndian.Uint16(head[22:]) != 1 {
		r.fail("a tensor of rank %d and DLPack type (code %d, %d bits, %d lanes) is not supported", rank, head[20], head[21], binary.LittleEndian.Uint16(head[22:]))
		return nil
	}
	shape := make([]int64, rank)
	for i := range shape {
		shape[i] = int64(r.u64())
	}
	size := int64(r.u64())
	if n, err := tensor.CheckShape(k, shape); r.err == nil && (err != nil || int64(n)*int64(k.Size()) != size) {
		r.fail("a tensor of shape %v cannot have %d bytes", shape, size)
	}
	data := r.bytes(size)
	if r.err != nil {
		return nil
	}
	t, err := tensor.Wrap(k, shape, data)
	if err != nil {
		r.fail("%v", err)
	}
	return t
}
