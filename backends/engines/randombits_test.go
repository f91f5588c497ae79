package engines_test

import (
	"context"
	"fmt"
	"hash/crc32"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestRandomBits compares rng_bit_generator with XLA on a processor, bit for bit: the rows have the
// CRC-32 of the bytes of both results that XLA gives for the state below. Its counter overflows.
func TestRandomBits(t *testing.T) {
	reg, es := registry(t), engines(t)
	words := []uint64{0xFFFFFFFFFFFFFFF0, 0xFFFFFFFFFFFFFFFE, 12345678901234567}
	for _, row := range []struct {
		algorithm string
		words     int64 // of the state
		of        string
		crc       uint32
	}{
		{"DEFAULT", 2, "ui8", 0x57d686f4},
		{"DEFAULT", 2, "3x4xui8", 0xd82fc3b7},
		{"DEFAULT", 2, "3x5xui16", 0xdc6735cb},
		{"DEFAULT", 2, "5xui32", 0x832bce53},
		{"DEFAULT", 2, "3x5xui32", 0xd44be417},
		{"DEFAULT", 2, "0x3xui32", 0x7df3a1be},
		{"DEFAULT", 2, "5xui64", 0x2beea5e5},
		{"DEFAULT", 2, "7x3x2xui64", 0xba878df5},
		{"DEFAULT", 2, "2x3x5x4xi32", 0xcb5e9b34},
		{"DEFAULT", 3, "ui8", 0xa7fa4ba},
		{"DEFAULT", 3, "3x4xui8", 0xa0bd53d0},
		{"DEFAULT", 3, "3x5xui16", 0xfe1f19a9},
		{"DEFAULT", 3, "5xui32", 0xdb2b276a},
		{"DEFAULT", 3, "3x5xui32", 0xf5313ba1},
		{"DEFAULT", 3, "0x3xui32", 0xde087c84},
		{"DEFAULT", 3, "5xui64", 0xa230c3fb},
		{"DEFAULT", 3, "7x3x2xui64", 0x7241391b},
		{"DEFAULT", 3, "2x3x5x4xi32", 0x979b34ba},
		{"PHILOX", 2, "ui8", 0x57d686f4},
		{"PHILOX", 2, "3x4xui8", 0xd82fc3b7},
		{"PHILOX", 2, "3x5xui16", 0xdc6735cb},
		{"PHILOX", 2, "5xui32", 0x832bce53},
		{"PHILOX", 2, "3x5xui32", 0xd44be417},
		{"PHILOX", 2, "0x3xui32", 0x7df3a1be},
		{"PHILOX", 2, "5xui64", 0x2beea5e5},
		{"PHILOX", 2, "7x3x2xui64", 0xba878df5},
		{"PHILOX", 2, "2x3x5x4xi32", 0xcb5e9b34},
		{"PHILOX", 3, "ui8", 0xa7fa4ba},
		{"PHILOX", 3, "3x4xui8", 0xa0bd53d0},
		{"PHILOX", 3, "3x5xui16", 0xfe1f19a9},
		{"PHILOX", 3, "5xui32", 0xdb2b276a},
		{"PHILOX", 3, "3x5xui32", 0xf5313ba1},
		{"PHILOX", 3, "0x3xui32", 0xde087c84},
		{"PHILOX", 3, "5xui64", 0xa230c3fb},
		{"PHILOX", 3, "7x3x2xui64", 0x7241391b},
		{"PHILOX", 3, "2x3x5x4xi32", 0x979b34ba},
		{"THREE_FRY", 2, "ui8", 0x27bc727b},
		{"THREE_FRY", 2, "3x4xui8", 0xcc9cb99d},
		{"THREE_FRY", 2, "3x5xui16", 0x1c40113a},
		{"THREE_FRY", 2, "5xui32", 0xb68a29b},
		{"THREE_FRY", 2, "3x5xui32", 0x2e17c945},
		{"THREE_FRY", 2, "0x3xui32", 0x7df3a1be},
		{"THREE_FRY", 2, "5xui64", 0x9c8651c6},
		{"THREE_FRY", 2, "7x3x2xui64", 0x6d4fecb0},
		{"THREE_FRY", 2, "2x3x5x4xi32", 0xfe00b9b1},
	} {
		state := tensor.FromSlice([]int64{row.words}, words[:row.words])
		st, out := typeOf(state), "tensor<"+row.of+">"
		body := fmt.Sprintf("%%r, %%s = stablehlo.rng_bit_generator %%x, algorithm = %s : (%s) -> (%[2]s, %s)", row.algorithm, st, out)
		p := compile(t, es, parse(t, reg, program("%x: "+st, body, "%r, %s", st+", "+out)))
		p.same(t, []*tensor.Tensor{state})
		got, err := p.programs[0].Run(context.Background(), []*tensor.Tensor{state})
		if err != nil {
			t.Fatal(err)
		}
		if crc := crc32.ChecksumIEEE(append(got[0].Data, got[1].Data...)); crc != row.crc {
			t.Errorf("%s of %d words, %s: the bits are not XLA's", row.algorithm, row.words, row.of)
		}
	}
}
