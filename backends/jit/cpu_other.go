//go:build !amd64

package jit

func features() feature { return 0 }
