package pages_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/lathe-ir/lathe/ir/pages"
)

// TestReadFile checks that ReadFile reads no more than the limit, even if a device has no
// end or a file reports the size 0.
func TestReadFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, make([]byte, 3<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		file       string
		most, want int64
	}{
		{file, 4 << 20, 3 << 20}, {file, 5 << 19, 5 << 19}, {file, 100, 100}, {os.DevNull, 100, 0}, {"/dev/zero", 5 << 20, 5 << 20},
		{"/proc/self/maps", 100, 100}, // a regular file that reports the size 0
	} {
		if _, err := os.Stat(test.file); err != nil {
			t.Log(err)
			continue
		}
		text, err := pages.ReadFile(test.file, test.most)
		if err != nil || int64(len(text)) != test.want {
			t.Errorf("%s with limit %[3]d: got %[2]d bytes and error %[4]v, expected %[5]d bytes", test.file, len(text), test.most, err, test.want)
		}
	}
}
