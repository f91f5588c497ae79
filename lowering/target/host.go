package target

import "github.com/klauspost/cpuid/v2"

// mostL3 is the largest size of the last-level cache that Host returns. Larger caches have many
// cores, which share the cache.
const mostL3 = 64 << 20

// Host returns the target for the machine that runs the program. It has the instructions and the
// cache sizes of this machine.
func Host() Target {
	cpu := cpuid.CPU
	t := known("portable")
	switch {
	case cpu.Supports(cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512DQ, cpuid.AVX512VL):
		t = known("avx512")
		t.DotInt8, t.DotBF16 = cpu.Supports(cpuid.AVX512VNNI), cpu.Supports(cpuid.AVX512BF16)
		t.Mesh = cpu.VendorID == cpuid.Intel
	case cpu.Supports(cpuid.AVX2, cpuid.FMA3):
		t = known("avx2")
		t.DotInt8 = cpu.Supports(cpuid.AVXVNNI)
	case cpu.Supports(cpuid.ASIMD):
		t = known("neon")
		t.DotInt8 = cpu.Supports(cpuid.ASIMDDP)
	}
	t.Line = measured(cpu.CacheLine, t.Line)
	t.L1, t.L2, t.L3 = measured(cpu.Cache.L1D, t.L1), measured(cpu.Cache.L2, t.L2), min(mostL3, measured(cpu.Cache.L3, t.L3))
	return t
}

// measured returns the value that the processor reports, or the usual value if it reports none.
func measured(reported int, usual int64) int64 {
	if reported > 0 {
		return int64(reported)
	}
	return usual
}
