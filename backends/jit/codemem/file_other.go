//go:build amd64 && (darwin || freebsd)

package codemem

// sealFile returns the error in the parameter "refused", which is the error of mprotect. This
// package uses anonymous files only on Linux.
func sealFile(_ []byte, refused error) ([]byte, error) { return nil, refused }
