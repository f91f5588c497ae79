package amd64

import (
	"encoding/hex"
	"testing"
)

// TestConstants checks the encoding of a jump and of the addresses of constants.
func TestConstants(t *testing.T) {
	var a Assembler
	l := a.NewLabel()
	a.JumpIf(NE, l)
	one := a.Const([]byte{1, 2, 3, 4})
	if again := a.Const([]byte{1, 2, 3, 4}); again != one {
		t.Errorf("an equal constant is number %d, want %d", again, one)
	}
	two := a.Const([]byte{5, 6, 7, 8, 9, 10, 11, 12})
	a.Emit(Inst{Op: VPInsrD, Size: X, R: [4]Reg{X0, X0, None, None}, Mem: Mem{Const: one}, HasMem: true, Mask: None, Imm: 1})
	a.Emit(Inst{Op: Mov, Size: 8, R: [4]Reg{RAX, None, None, None}, Mem: Mem{Const: two}, HasMem: true, Mask: None})
	a.Bind(l)
	a.Emit(Inst{Op: Ret, Mask: None})
	want := "0f8511000000" + // jne +17
		"c4e379220530000000" + "01" + // vpinsrd xmm0, xmm0, [rip + 0x30], 1
		"488b0531000000" + // mov rax, [rip + 0x31]
		"c3"
	got := a.Finish()
	if text := hex.EncodeToString(got[:24]); text != want {
		t.Errorf("got %s, want %s", text, want)
	}
	if text := hex.EncodeToString(got[64:]); text != "0102030400000000"+"05060708090a0b0c" {
		t.Errorf("the constants are %s", text)
	}
}

// TestTakesMemory checks that vector shifts can read their amounts from memory, and that scalar
// moves between registers cannot read an operand from memory.
func TestTakesMemory(t *testing.T) {
	for op, want := range map[Op]bool{VPSLLVW: true, VPSRAVW: true, VPSRLVW: true, VMovSS: false, VMovSD: false} {
		if _, ok := TakesMemory(op, Z); ok != want {
			t.Errorf("%s: got %v, want %v", table[op].name, ok, want)
		}
	}
}
