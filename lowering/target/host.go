package target

import "github.com/klauspost/cpuid/v2"

// mostL3 is the largest size of the last-level cache that Host returns. A larger cache is shared by
// many cores, so one core can use only a part of it.
const mostL3 = 64 << 20

// Host returns the target for the machine that runs the program, with a last-level cache of at most
// mostL3 bytes.
func Host() Target {
	cpu := cpuid.CPU
	t := known("portable")
	switch {
	case cpu.Supports(cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512DQ, cpuid.AVX512VL):
		t = known("avx512")
		t.DotInt8, t.DotBF16 = cpu.Supports(cpuid.AVX512VNNI), cpu.Supports(cpuid.AVX512BF16)
		t.Tiles = t.DotInt8 && tiles()
		// Intel's servers with AVX-512 have a mesh. Its few client processors with AVX-512 have a
		// ring, but Mesh is set for them too.
		t.Mesh = cpu.VendorID == cpuid.Intel
	case cpu.Supports(cpuid.AVX2, cpuid.FMA3):
		t = known("avx2")
		t.DotInt8 = cpu.Supports(cpuid.AVXVNNI)
	case cpu.Supports(cpuid.ASIMD):
		t = known("neon")
		t.DotInt8 = cpu.Supports(cpuid.ASIMDDP)
	}
	t.Line = measured(cpu.CacheLine, t.Line)
	t.L1, t.L2 = measured(cpu.Cache.L1D, t.L1), measured(cpu.Cache.L2, t.L2)
	t.L3 = min(mostL3, measured(cpu.Cache.L3, t.L3))
	return t
}

// measured returns the value that the processor reports, or the usual value if it reports none.
func measured(reported int, usual int64) int64 {
	if reported > 0 {
		return int64(reported)
	}
	return usual
}
