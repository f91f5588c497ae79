package tensor

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/outfile"
)

// Numpy defines the format: numpy.org/doc/stable/reference/generated/numpy.lib.format.html

const npyMagic = "\x93NUMPY"

// ReadNpy reads a tensor in numpy's .npy format, versions 1 to 3. It does not read beyond the
// tensor. It transposes data in Fortran order and swaps big-endian data. Most kinds that .npy lacks
// are read as integers of the same Size: see WriteNpy. The method As reinterprets their bits. The
// buffers never take much more than three times the size of the available data. If the host lacks
// that memory, the error is a *hostbytes.Lack. Errors about the input contain the byte offset.
func ReadNpy(r io.Reader) (*Tensor, error) {
	t, err := readNpy(r, -1)
	if err != nil {
		return nil, fmt.Errorf("npy: %w", err)
	}
	return t, nil
}

// ReadNpyFile reads the file with the given name as ReadNpy does.
func ReadNpyFile(name string) (*Tensor, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size := int64(-1)
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	t, err := readNpy(f, size)
	if err != nil {
		return nil, fmt.Errorf("%s: npy: %w", name, err)
	}
	return t, nil
}

// readNpy reads from r. size is the number of bytes in r, or -1 if it is unknown.
func readNpy(r io.Reader, size int64) (*Tensor, error) {
	start := make([]byte, 8)
	if n, err := io.ReadFull(r, start); err != nil && n < len(npyMagic) {
		return nil, truncated("magic", 0, len(npyMagic), n, err)
	} else if !bytes.HasPrefix(start, []byte(npyMagic)) {
		return nil, fmt.Errorf("at byte 0: expected %q, but found %q", npyMagic, start[:min(n, len(npyMagic))])
	} else if err != nil {
		return nil, truncated("version", len(npyMagic), 2, n-len(npyMagic), err)
	}
	lengthSize := 4
	switch major := start[6]; major {
	case 1:
		lengthSize = 2
	case 2, 3:
	default:
		return nil, fmt.Errorf("at byte 6: expected version 1, 2 or 3, but found %d.%d", major, start[7])
	}
	length := make([]byte, 4)
	if n, err := io.ReadFull(r, length[:lengthSize]); err != nil {
		return nil, truncated("header length", 8, lengthSize, n, err)
	}
	headerAt := 8 + lengthSize
	text, err := readData(r, uint64(binary.LittleEndian.Uint32(length)), size, "header", headerAt)
	if err != nil {
		return nil, err
	}
	h, err := parseNpyHeader(string(text), headerAt)
	if err != nil {
		return nil, err
	}
	n := NumElements(h.shape) * h.kind.Size()
	data, err := readData(r, uint64(n), size, "data of "+typeString(h.kind, h.shape), headerAt+len(text))
	if err != nil {
		return nil, err
	}
	return h.tensor(data)
}

// readData reads n bytes into a slice aligned to 8 bytes. The parameter "at" is the offset of these
// bytes in the input. If the size of the input is unknown, readData allocates memory as it reads,
// so that a false length in the header cannot exhaust memory.
func readData(r io.Reader, n uint64, size int64, what string, at int) ([]byte, error) {
	const step = 1 << 20
	first := min(n, step)
	if size >= int64(at) {
		first = min(n, uint64(size)-uint64(at))
	}
	data, err := alignedBytes(int(first))
	if err != nil {
		return nil, fmt.Errorf("%s at byte %d: %w", what, at, err)
	}
	for have := 0; ; {
		got, err := io.ReadFull(r, data[have:])
		if have += got; err != nil && uint64(have) < n {
			return nil, truncated(what, at, int(n), have, err)
		}
		if uint64(have) == n {
			return data, nil
		}
		grown, err := alignedBytes(int(min(n, 2*uint64(have)+step)))
		if err != nil {
			return nil, fmt.Errorf("%s at byte %d: %w", what, at+have, err)
		}
		copy(grown, data)
		data = grown
	}
}

func truncated(what string, at, want, have int, err error) error {
	if err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%s at byte %d: %w", what, at+have, err)
	}
	return fmt.Errorf("%s at byte %d: expected %d bytes, but found %d", what, at, want, have)
}

// tensor returns the tensor that the header describes. It changes and retains data.
func (h npyHeader) tensor(data []byte) (*Tensor, error) {
	t := &Tensor{Kind: h.kind, Shape: h.shape, Data: data}
	if part := h.kind.Part().Size(); h.bigEndian && part > 1 {
		for i := 0; i < len(data); i += part {
			slices.Reverse(data[i : i+part])
		}
	}
	switch h.kind {
	case I1:
		for i, b := range data {
			data[i] = byte(bit(b != 0))
		}
	case F80: // numpy's padding is not part of the number
		for i := 0; i < len(data); i += 16 {
			clear(data[i+10 : i+16])
		}
	}
	if h.fortran && len(data) > 0 {
		return fromFortran(t)
	}
	return t, nil
}

// fromFortran returns a copy of t, moved from column-major (Fortran) to row-major order.
func fromFortran(t *Tensor) (*Tensor, error) {
	size, rank := t.Kind.Size(), len(t.Shape)
	step := make([]int, rank) // for each dimension: bytes between neighbors in t
	for i, n := 0, size; i < rank; i++ {
		step[i] = n
		n *= int(t.Shape[i])
	}
	u, err := TryNew(t.Kind, t.Shape...)
	if err != nil {
		return nil, err
	}
	index := make([]int64, rank)
	from := 0
	for to := 0; to < len(u.Data); to += size {
		copy(u.Data[to:to+size], t.Data[from:])
		for d := rank - 1; d >= 0; d-- {
			index[d]++
			from += step[d]
			if index[d] < t.Shape[d] {
				break
			}
			from -= int(index[d]) * step[d]
			index[d] = 0
		}
	}
	return u, nil
}

// WriteNpy writes t in numpy's .npy format. It uses version 1, or version 2 if the header is too
// long for version 1. Kinds that .npy lacks are written as unsigned integers of the same Size: bf16
// as <u2, f8 and i4 as |u1, tf32 as <u4. There are three exceptions: index is written as <i8, f80
// as the x86 long double <f16, and f128 as |V16, since numpy has no integer of 16 bytes. If the
// kind or shape of t is invalid or Data has another size, WriteNpy writes nothing and returns an
// error.
func WriteNpy(w io.Writer, t *Tensor) error {
	if err := checkData(t.Kind, t.Shape, t.Data); err != nil {
		return fmt.Errorf("npy: %w", err)
	}
	if _, err := w.Write(npyPrefix(t)); err != nil {
		return err
	}
	data := t.Data
	if t.Kind == I2 || t.Kind == I4 {
		data = Pack(t)
	}
	_, err := w.Write(data)
	return err
}

// npyPrefix returns all bytes before the data, padded to a multiple of 64 bytes.
func npyPrefix(t *Tensor) []byte {
	var shape strings.Builder
	for i, d := range t.Shape {
		if i > 0 {
			shape.WriteByte(' ')
		}
		fmt.Fprintf(&shape, "%d,", d)
	}
	dims := shape.String()
	if len(t.Shape) > 1 {
		dims = strings.TrimSuffix(dims, ",")
	}
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", npyDescr(t.Kind), dims)
	prefix := 10
	if len(header) > 1<<16-128 {
		prefix = 12
	}
	header += strings.Repeat(" ", 63-(prefix+len(header))%64) + "\n"
	b := []byte(npyMagic + "\x01\x00")
	if prefix == 10 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(header)))
	} else {
		b[6] = 2
		b = binary.LittleEndian.AppendUint32(b, uint32(len(header)))
	}
	return append(b, header...)
}

// WriteNpyFile writes t to the file with the given name as WriteNpy does. Other processes never see
// an incomplete regular file.
func WriteNpyFile(name string, t *Tensor) error {
	return outfile.Stream(name, func(out io.Writer) error {
		w := bufio.NewWriter(out)
		if err := WriteNpy(w, t); err != nil {
			return err
		}
		return w.Flush()
	})
}
