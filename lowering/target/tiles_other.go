//go:build !linux || !amd64

package target

// tiles reports false, since only Linux on x86-64 is known to let a process use AMX.
func tiles() bool { return false }
