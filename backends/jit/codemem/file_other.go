//go:build amd64 && (darwin || freebsd)

package codemem

// sealFile returns refused, the error of mprotect, since this package uses anonymous files only on
// Linux.
func sealFile(_ []byte, refused error) ([]byte, error) { return nil, refused }
