//go:build !unix

package cachedir

import "io/fs"

const dontWait = 0

// notPrivate accepts every file: this system reports no owners, and the folder of caches is in
// the user's profile.
func notPrivate(fs.FileInfo) string { return "" }
