// Package hostbytes says how much memory the host has: more must never be asked for, since
// the Go runtime then ends the process.
package hostbytes

// much is how many bytes are asked for before the machine is asked what it has.
const much = 1 << 30

// Exceeds reports whether bytes are more than the host has, and how many it has where they
// are.
func Exceeds(bytes uint64) (has uint64, more bool) {
	if bytes < much {
		return 0, false
	}
	has = total()
	return has, bytes > has
}
