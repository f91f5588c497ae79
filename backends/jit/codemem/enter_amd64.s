//go:build linux || darwin || freebsd

#include "textflag.h"

// func enter(code uintptr, block unsafe.Pointer)
TEXT ·enter(SB), NOSPLIT, $0-16
	MOVQ code+0(FP), AX
	MOVQ block+8(FP), DI
	CALL AX
	RET
