package driver

import (
	"fmt"
	"io"
	"os"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/pages"
)

// mostOfDevice is the largest number of bytes that is read from a device, such as a terminal. Some
// devices have no end. Without this limit, ReadInput would allocate two gigabytes, which take long
// to free after a signal.
const mostOfDevice = 64 << 20

// ReadInput reads a file, or stdin if file is "-". It reads at most one byte more than the size of
// the largest program. It returns an error if a device has more than mostOfDevice bytes.
func ReadInput(file string, stdin io.Reader) ([]byte, error) {
	most := int64(ir.MaxSource + 1) // the parser rejects a text of this size
	device := isDevice(file, stdin)
	if device {
		most = mostOfDevice + 1
	}
	var text []byte
	var err error
	if file == "-" {
		text, err = pages.ReadAll(stdin, most)
	} else {
		text, err = pages.ReadFile(file, most)
	}
	if err == nil && device && len(text) > mostOfDevice {
		return nil, &os.PathError{Op: "read", Path: file, Err: fmt.Errorf("it is a device with more than %d bytes", mostOfDevice)}
	}
	return text, err
}

func isDevice(file string, stdin io.Reader) bool {
	var info os.FileInfo
	var err error
	switch f, isFile := stdin.(*os.File); {
	case file != "-":
		info, err = os.Stat(file)
	case isFile:
		info, err = f.Stat()
	default:
		return false
	}
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
