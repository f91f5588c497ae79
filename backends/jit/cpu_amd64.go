package jit

// cpuid executes the instruction CPUID.
func cpuid(leaf, sub uint32) (a, b, c, d uint32)

// xgetbv returns the low half of XCR0: the sets of registers that the operating system saves.
func xgetbv() uint32

// features returns the features of this processor.
func features() feature {
	bit := func(word uint32, ns ...int) bool {
		for _, n := range ns {
			if word>>n&1 == 0 {
				return false
			}
		}
		return true
	}
	most, _, _, _ := cpuid(0, 0)
	_, _, c1, _ := cpuid(1, 0)
	if most < 7 || !bit(c1, 27) { // OSXSAVE
		return 0
	}
	_, b7, c7, _ := cpuid(7, 0)
	_, _, extended, _ := cpuid(0x80000001, 0)
	saved := xgetbv()
	var f feature
	add := func(has bool, x feature) {
		if has {
			f |= x
		}
	}
	vectors := bit(saved, 1, 2) && bit(c1, 28)
	add(vectors && bit(b7, 5), hasAVX2)
	add(vectors && bit(c1, 12), hasFMA)
	add(vectors && bit(c1, 29), hasF16C)
	add(bit(b7, 3, 8), hasBMI)
	add(bit(c1, 23) && bit(extended, 5), hasBits)
	add(vectors && bit(saved, 5, 6, 7) && bit(b7, 16, 17, 30, 31), hasAVX512) // F, DQ, BW, VL
	add(bit(c7, 11), hasVNNI)
	return f
}
