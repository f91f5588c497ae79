// Command runner executes machine code in tests. A test runs the command in an emulator, for a
// processor that differs from the processor of the machine. The command depends on few packages, so
// that building it for another processor is fast. It reads calls from its input, executes each
// call, and writes the call's buffers to its output.
package main

import (
	"encoding/gob"
	"errors"
	"io"
	"log"
	"os"
	"unsafe"

	"github.com/lathe-ir/lathe/backends/jit/codemem"
)

// call is a call of a kernel for several slices of its grid. A slice is a range of iterations. Offset
// is the offset of the kernel in Code, and Block is the size of the kernel's argument block. The
// argument block has the bounds of a slice and the addresses of Buffers.
type call struct {
	Code          []byte
	Offset, Block int
	Slices        [][2]int64
	Buffers       [][]byte
}

func main() {
	in, out := gob.NewDecoder(os.Stdin), gob.NewEncoder(os.Stdout)
	for {
		var c call
		if err := in.Decode(&c); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		if err := c.run(); err != nil {
			log.Fatal(err)
		}
		if err := out.Encode(c.Buffers); err != nil {
			log.Fatal(err)
		}
	}
}

func (c *call) run() error {
	r, err := codemem.New(c.Code)
	if err != nil {
		return err
	}
	defer r.Close()
	block := make([]uint64, c.Block/8+8)
	start := 0
	for uintptr(unsafe.Pointer(&block[start]))%64 != 0 {
		start++
	}
	for i, b := range c.Buffers {
		block[start+2+i] = uint64(uintptr(unsafe.Pointer(&b[0])))
	}
	for _, s := range c.Slices {
		block[start], block[start+1] = uint64(s[0]), uint64(s[1])
		if err := r.Call(c.Offset, unsafe.Pointer(&block[start])); err != nil {
			return err
		}
	}
	return nil
}
