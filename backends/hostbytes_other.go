//go:build !linux

package backends

// hostBytes is how much memory the host has at most: this system isn't asked.
func hostBytes() uint64 { return 1 << 40 }
