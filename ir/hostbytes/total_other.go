//go:build !linux

package hostbytes

// total returns a constant, because the memory of the host is unknown on this system.
func total() uint64 { return 1 << 40 }

// left returns a constant, because the memory that is left is unknown on this system.
func left() int64 { return int64(total()) }

// plenty reports whether the process can certainly get the given number of additional bytes.
func plenty(bytes int64) bool { return bytes <= left() }
