package jit

import "github.com/klauspost/cpuid/v2"

// features returns the features of this processor.
func features() feature {
	var f feature
	for x, id := range map[feature]cpuid.FeatureID{hasNEON: cpuid.ASIMD, hasSDot: cpuid.ASIMDDP, hasUSDot: cpuid.I8MM} {
		if cpuid.CPU.Supports(id) {
			f |= x
		}
	}
	return f
}
