//go:build !unix

package driver

import "io/fs"

// umask returns no mask: permissions are not the process's to choose here.
func umask() fs.FileMode { return 0 }
