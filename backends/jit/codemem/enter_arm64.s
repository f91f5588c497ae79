//go:build linux

#include "textflag.h"

// func enter(code uintptr, block unsafe.Pointer)
TEXT ·enter(SB), NOSPLIT, $0-16
	MOVD code+0(FP), R1
	MOVD block+8(FP), R0
	ISB $15 // this core may have fetched the earlier code at this address
	CALL (R1)
	RET

// func synchronize(code unsafe.Pointer, n uintptr)
TEXT ·synchronize(SB), NOSPLIT, $0-16
	MOVD code+0(FP), R0
	MOVD n+8(FP), R1
	ADD R0, R1
	MRS CTR_EL0, R2
	MOVD $4, R5
	UBFX $16, R2, $4, R3 // the binary logarithm of the words in a line of the data cache
	LSL R3, R5, R3
	AND $15, R2, R4 // the same for the instruction cache
	LSL R4, R5, R4
	SUB $1, R3, R6
	BIC R6, R0, R6
data:
	WORD $0xd50b7b26 // DC CVAU, R6
	ADD R3, R6
	CMP R1, R6
	BLO data
	DSB $11 // ISH
	SUB $1, R4, R6
	BIC R6, R0, R6
instructions:
	WORD $0xd50b7526 // IC IVAU, R6
	ADD R4, R6
	CMP R1, R6
	BLO instructions
	DSB $11 // ISH
	ISB $15
	RET
