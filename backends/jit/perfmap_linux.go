package jit

import (
	"fmt"
	"os"
	"strings"
	"syscall"
)

// perfMapVariable is the environment variable that enables the map of machine code.
const perfMapVariable = "LATHE_PERF_MAP"

// writePerfMap appends the addresses of a program's kernels to the file that perf reads for this
// process, if the environment variable is set. Errors are ignored, since they do not affect the
// program.
func (ks *kernels) writePerfMap() {
	if os.Getenv(perfMapVariable) == "" || len(ks.object.code) == 0 {
		return
	}
	var b strings.Builder
	for i := range ks.list {
		k, end := &ks.list[i], len(ks.object.code)
		if i+1 < len(ks.list) {
			end = ks.list[i+1].offset
		}
		fmt.Fprintf(&b, "%x %x lathe:%s\n", ks.region.Address(k.offset), end-k.offset, strings.ReplaceAll(k.name, "\n", " "))
	}
	name := fmt.Sprintf("/tmp/perf-%d.map", os.Getpid())
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	f.WriteString(b.String())
}
