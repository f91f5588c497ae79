//go:build unix

package filecheck

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEndlessFiles checks that reading a device or a stream without an end fails early, both as a
// check file and as an input.
func TestEndlessFiles(t *testing.T) {
	zero, err := os.Open("/dev/zero")
	if err != nil {
		t.Skip(err)
	}
	defer zero.Close()
	check := filepath.Join(t.TempDir(), "check")
	if err := os.WriteFile(check, []byte("CHECK: a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"/dev/zero"}, "Could not open check file '/dev/zero': it is a device with more than 67108864 bytes\n"},
		{[]string{check, "--input-file=/dev/zero"}, "Could not open input file '/dev/zero': it is a device with more than 67108864 bytes\n"},
		{[]string{check}, "Could not open input file '-': it is a device with more than 67108864 bytes\n"},
	} {
		var stderr bytes.Buffer
		if status := Main(test.args, zero, &bytes.Buffer{}, &stderr); status != 2 || stderr.String() != test.want {
			t.Errorf("%q: got exit status %d and output %q, expected %q", test.args, status, &stderr, test.want)
		}
	}
	endless := struct{ *os.File }{zero} // not known to be a device
	for _, test := range []struct {
		most int64
		want string
	}{
		{8, "Could not open check file '" + check + "': it has more than 8 bytes\n"},
		{9, "Could not open input file '-': it has more than 9 bytes\n"},
	} {
		var stderr bytes.Buffer
		c := &command{checkFile: check, inputFile: "-", most: test.most}
		if status := c.run(endless, &stderr, ReadFile); status != 2 || !strings.HasSuffix(stderr.String(), test.want) {
			t.Errorf("limit %d: got exit status %d and output %q, expected %q", test.most, status, &stderr, test.want)
		}
	}
}
