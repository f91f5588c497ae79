package jit

import (
	"runtime"

	"github.com/klauspost/cpuid/v2"
	"github.com/lathe-ir/lathe/backends/jit/code"
	"github.com/lathe-ir/lathe/backends/jit/codemem"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/lowering/target"
)

// machine is a machine for which code is compiled.
type machine struct {
	target code.Target
	name   string
}

// detect returns the machine with the given features. If generated code cannot run in this process,
// detect returns the reason and a substitute for the machine, so that the backend can still answer
// queries. The substitute is arm64 with NEON if this process runs on arm64, and otherwise x86-64
// with AVX2.
func detect(has feature) (machine, error) {
	avx2, neon := machine{code.Target{}, "amd64-avx2"}, machine{code.Target{ARM64: true}, "arm64-neon"}
	usual := avx2
	switch runtime.GOARCH {
	case "amd64":
	case "arm64":
		usual = neon
	default:
		return usual, unable("machine code is generated only for amd64 and arm64, but this machine is " + runtime.GOARCH)
	}
	if err := codemem.Available(); err != nil {
		return usual, unable(err.Error())
	}
	switch {
	case has&(hasNEON|hasSDot|hasUSDot) == hasNEON|hasSDot|hasUSDot:
		return machine{code.Target{ARM64: true, Dots: true, MixedDots: true}, "arm64-neon-sdot-usdot"}, nil
	case has&(hasNEON|hasSDot) == hasNEON|hasSDot:
		return machine{code.Target{ARM64: true, Dots: true}, "arm64-neon-sdot"}, nil
	case has&hasNEON == hasNEON:
		return neon, nil
	case usual == neon:
		return neon, unable("this processor has no NEON")
	case has&(avx512|hasVNNI|hasTiles) == avx512|hasVNNI|hasTiles:
		return machine{code.Target{AVX512: true, Dots: true, Tiles: true}, "amd64-avx512-vnni-amx"}, nil
	case has&(avx512|hasVNNI) == avx512|hasVNNI:
		return machine{code.Target{AVX512: true, Dots: true}, "amd64-avx512-vnni"}, nil
	case has&avx512 == avx512:
		return machine{code.Target{AVX512: true}, "amd64-avx512"}, nil
	case has&hasAVX2 != 0:
		return avx2, nil
	}
	return avx2, unable("this processor lacks some of AVX2, FMA, F16C, BMI1, BMI2, POPCNT and LZCNT")
}

func unable(why string) error {
	return diag.Errorf(diag.Span{}, "backend jit can't run here: %s", why).WithHelp("pass --backend=vm")
}

// feature is a set of instruction set extensions that the processor has and the operating system
// supports.
type feature uint32

const (
	hasAVX2 feature = 1 << iota // AVX2, FMA, F16C, BMI1, BMI2, POPCNT and LZCNT
	hasAVX512
	hasVNNI
	hasTiles // AMX with 8-bit integers
	hasNEON
	hasSDot
	hasUSDot
	avx512 = hasAVX2 | hasAVX512
)

// features returns the features of this processor.
func features() feature {
	var f feature
	for _, x := range []struct {
		has feature
		ids []cpuid.FeatureID
	}{
		{hasAVX2, []cpuid.FeatureID{cpuid.AVX2, cpuid.FMA3, cpuid.F16C, cpuid.BMI1, cpuid.BMI2, cpuid.POPCNT, cpuid.LZCNT}},
		{hasAVX512, []cpuid.FeatureID{cpuid.AVX512F, cpuid.AVX512DQ, cpuid.AVX512BW, cpuid.AVX512VL}},
		{hasVNNI, []cpuid.FeatureID{cpuid.AVX512VNNI}},
		{hasNEON, []cpuid.FeatureID{cpuid.ASIMD}},
		{hasSDot, []cpuid.FeatureID{cpuid.ASIMDDP}},
		{hasUSDot, []cpuid.FeatureID{cpuid.I8MM}},
	} {
		if cpuid.CPU.Supports(x.ids...) {
			f |= x.has
		}
	}
	if target.Host().Tiles {
		f |= hasTiles
	}
	return f
}
