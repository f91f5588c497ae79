//go:build !linux

package tensor

func wantHugePages([]byte) {}
