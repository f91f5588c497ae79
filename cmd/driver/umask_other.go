//go:build !unix

package driver

import "io/fs"

// umask returns no mask, since this system has no file mode creation mask.
func umask() fs.FileMode { return 0 }
