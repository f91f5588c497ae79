package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/pprof"
	"syscall"
	"time"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

func cpu() (u, s time.Duration, f int64) {
	var r syscall.Rusage
	syscall.Getrusage(0, &r)
	return time.Duration(r.Utime.Nano()), time.Duration(r.Stime.Nano()), r.Minflt
}

func main() {
	debug.SetGCPercent(-1)
	text, _ := os.ReadFile(os.Args[1])
	reg, err := ir.DeferredRegistry(builtin.Dialect(), fn.Dialect(), arith.Dialect())
	if err != nil {
		panic(err)
	}
	if len(os.Args) > 2 {
		f, _ := os.Create(os.Args[2])
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	n := 1
	if len(os.Args) > 2 {
		n = 20
	}
	best := map[string]time.Duration{}
	var op *ir.Op
	phase := func(name string, k int, f func()) {
		for range k {
			u0, s0, f0 := cpu()
			f()
			u1, s1, f1 := cpu()
			if d := u1 - u0 + s1 - s0; best[name] == 0 || d < best[name] {
				best[name] = d
			}
			if n == 1 {
				fmt.Printf("%s user %v sys %v faults %d\n", name, u1-u0, s1-s0, f1-f0)
			}
		}
	}
	for range n {
		phase("parse", 1, func() {
			op, err = asm.Parse(reg, diag.NewSource("x", text), asm.Options{SkipVerify: true})
			if err != nil {
				panic(err)
			}
		})
		phase("verify", 2, func() {
			if err := ir.Verify(op); err != nil {
				panic(err)
			}
		})
		phase("print", 2, func() { asm.Print(io.Discard, op, ir.NewPrintOptions()) })
		if n > 1 {
			op = nil
			debug.FreeOSMemory()
		}
	}
	fmt.Println(best)
}
