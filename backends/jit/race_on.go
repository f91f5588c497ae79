//go:build race

package jit

import (
	"runtime"
	"unsafe"
)

const raceEnabled = true

func raceRead(p unsafe.Pointer, n int) { runtime.RaceReadRange(p, n) }
