//go:build amd64 && (darwin || freebsd)

package codemem

// sealFile returns the error of mprotect: this package uses anonymous files only on Linux.
func sealFile(_ []byte, refused error) ([]byte, error) { return nil, refused }
