//go:build amd64 && (darwin || freebsd)

package codemem

// sealFile returns refused, since these systems have no anonymous files.
func sealFile(_ []byte, refused error) ([]byte, error) { return nil, refused }
