package engines_test

import (
	"context"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestRandomBits compares the results of rng_bit_generator with those of XLA for CPUs. Each row has
// the CRC-32 of XLA's results: the new state, followed by the random bits. The second word of the
// state is a counter, which is so large that it overflows.
func TestRandomBits(t *testing.T) {
	reg, es := registry(t), engines(t)
	words := []uint64{0xFFFFFFFFFFFFFFF0, 0xFFFFFFFFFFFFFFFE, 12345678901234567}
	rows := []struct {
		algorithm string
		words     int // length of the state
		of        string
		crc       uint32
	}{
		{"DEFAULT", 2, "5xui32", 0x832bce53},
		{"DEFAULT", 3, "5xui32", 0xdb2b276a},
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
	}
	for n := 2; n <= 3; n++ { // a program for each length of the state
		state := tensor.FromSlice([]int64{int64(n)}, words[:n])
		st := typeOf(state)
		var body, values, types []string
		for i, row := range rows {
			if row.words == n {
				out := "tensor<" + row.of + ">"
				body = append(body, fmt.Sprintf("%%r%d, %%s%[1]d = stablehlo.rng_bit_generator %%x, algorithm = %s : (%s) -> (%[3]s, %s)", i, row.algorithm, st, out))
				values = append(values, fmt.Sprintf("%%r%d, %%s%[1]d", i))
				types = append(types, st+", "+out)
			}
		}
		p := compile(t, es, parse(t, reg, program("%x: "+st, strings.Join(body, "\n"), strings.Join(values, ", "), strings.Join(types, ", "))))
		in := []*tensor.Tensor{state}
		p.same(t, in)
		got, err := p.programs[0].Run(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if row.words != n {
				continue
			}
			if crc := crc32.ChecksumIEEE(append(got[0].Data, got[1].Data...)); crc != row.crc {
				t.Errorf("%s of %d words, %s: the bits differ from the bits of XLA", row.algorithm, row.words, row.of)
			}
			got = got[2:]
		}
	}
}
