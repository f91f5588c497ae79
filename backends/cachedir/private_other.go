//go:build !unix

package cachedir

import "io/fs"

const dontWait = 0

// notPrivate knows no owners here: a user's folder of caches is the user's own.
func notPrivate(fs.FileInfo) string { return "" }
