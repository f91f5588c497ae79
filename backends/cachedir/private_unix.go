//go:build unix

package cachedir

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// dontWait makes opening a pipe return at once, even if it has no writer.
const dontWait = syscall.O_NONBLOCK

// notPrivate returns the reason why another user could have written to a file; "" if there is none.
func notPrivate(stat fs.FileInfo) string {
	if s, ok := stat.Sys().(*syscall.Stat_t); ok && int(s.Uid) != os.Geteuid() {
		return fmt.Sprintf("belongs to user %d, not to %d", s.Uid, os.Geteuid())
	}
	if stat.Mode()&0o022 != 0 {
		return fmt.Sprintf("can be written to by other users (%s)", stat.Mode())
	}
	return ""
}
