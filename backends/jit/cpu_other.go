//go:build !amd64 && !arm64

package jit

func features() feature { return 0 }
