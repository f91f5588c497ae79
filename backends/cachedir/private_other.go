//go:build !unix

package cachedir

import "io/fs"

const dontWait = 0

// notPrivate accepts every file: this system does not report the owners of files, and the default
// folder of caches is in the user's profile.
func notPrivate(fs.FileInfo) string { return "" }
