//go:build !linux

package jit

// writePerfMap does nothing: only Linux has perf.
func (*kernels) writePerfMap() {}
