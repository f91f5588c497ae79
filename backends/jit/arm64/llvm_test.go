package arm64

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
)

const (
	llvmMC   = "/usr/lib/llvm-22/bin/llvm-mc"
	features = "+dotprod,+i8mm"
)

// llvm runs llvm-mc on text and returns its output.
func llvm(t *testing.T, text string, args ...string) string {
	t.Helper()
	if _, err := os.Stat(llvmMC); err != nil {
		t.Skipf("this test needs LLVM: %v", err)
	}
	cmd := exec.Command(llvmMC, append(args, "-triple=aarch64", "-mattr="+features)...)
	cmd.Stdin = strings.NewReader(text)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%.4000s", err, errs.String())
	}
	return out.String()
}

// TestEncodings encodes every instruction with random operands, and compares the code with LLVM's.
func TestEncodings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var lines, codes []string
	forms := map[string]bool{}
	for op := bad + 1; op < ops; op++ {
		if table[op].name == "" {
			t.Errorf("instruction %d has no row in the table", op)
			continue
		}
		for range 100 {
			in := random(rng, op)
			var a Assembler
			a.Emit(in)
			lines, codes = append(lines, in.String()), append(codes, hex.EncodeToString(a.Finish()))
			forms[fmt.Sprint(op, in.Size, in.Mem.Index == None, in.Mem.Scale)] = true
		}
	}
	n := 0
	for line := range strings.Lines(llvm(t, strings.Join(lines, "\n")+"\n", "--show-encoding")) {
		_, text, ok := strings.Cut(line, "encoding: [")
		if !ok {
			continue
		}
		want := strings.NewReplacer("0x", "", ",", "").Replace(text[:strings.IndexByte(text, ']')])
		if n < len(lines) && codes[n] != want {
			t.Errorf("%s: %s, want %s", lines[n], codes[n], want)
		}
		n++
	}
	if n != len(lines) {
		t.Fatalf("LLVM returned %d encodings of %d instructions", n, len(lines))
	}
	t.Logf("%d forms, %d instructions", len(forms), len(lines))
}

func pick[T any](rng *rand.Rand, of ...T) T { return of[rng.IntN(len(of))] }

func sizesOf(t *row) []Size {
	if t.sizes == "" {
		if t.sizing == bits22 || t.sizing == immediate {
			return []Size{1, 2, 4, 8}
		}
		return []Size{4, 8}
	}
	var list []Size
	for _, c := range t.sizes {
		list = append(list, map[rune]Size{'1': 1, '2': 2, '4': 4, '8': 8, 'q': 16}[c])
	}
	return list
}

func random(rng *rand.Rand, op Op) Inst {
	t := &table[op]
	in := Inst{Op: op, Size: pick(rng, sizesOf(t)...), R: [4]Reg{None, None, None, None}}
	for i, c := range strings.NewReplacer("{", "", "}", "").Replace(t.types) {
		in.R[i] = V0 + Reg(rng.IntN(32))
		if strings.ContainsRune("gix", c) {
			in.R[i] = Reg(rng.IntN(31)) // in some instructions, register 31 is the stack pointer
		}
	}
	bits := 8 * int64(in.Size)
	elements := 16 / max(1, int64(in.Size))
	switch t.form {
	case formShifted:
		in.Imm = pick(rng, 0, rng.Int64N(bits))
	case formImm12:
		in.Imm = pick(rng, rng.Int64N(1<<12), (1+rng.Int64N(1<<12-1))<<12)
	case formLogic:
		for ok := false; !ok; ok = IsLogical(in.Imm, in.Size) {
			width := pick[int64](rng, 2, 4, 8, 16, 32, 64)
			unit := rng.Uint64() >> (1 + rng.IntN(63)) // becomes a rotated run of ones
			unit = 1<<(unit%uint64(width)) - 1
			by := rng.Int64N(width)
			unit = (unit<<by | unit>>(width-by)) & (1<<(width-1)<<1 - 1)
			v := uint64(0)
			for at := int64(0); at < 64; at += width {
				v |= unit << at
			}
			in.Imm = int64(v & (1<<(bits-1)<<1 - 1))
		}
	case formMove:
		in.Imm = rng.Int64N(1<<16) | rng.Int64N(bits/16)<<16
	case formField:
		in.Imm = rng.Int64N(bits) | rng.Int64N(bits)<<8
	case formSelect:
		in.Imm = rng.Int64N(14)
	case formShiftL:
		in.Imm = rng.Int64N(bits)
	case formShiftR:
		in.Imm = 1 + rng.Int64N(bits)
	case formLane, formLaneOf, formByLane:
		in.Imm = rng.Int64N(elements)
	case formExtract:
		in.Imm = rng.Int64N(16)
	case formMask, formFloat:
		in.Imm = rng.Int64N(256)
	case formLoad:
		in.Mem = At(Reg(rng.IntN(31)), pick(rng, 0, rng.Int32N(1<<12)*int32(in.Size), rng.Int32N(512)-256))
		if rng.IntN(3) == 0 {
			in.Mem = Mem{Base: in.Mem.Base, Index: Reg(rng.IntN(31)), Scale: pick(rng, 1, uint8(in.Size))}
		}
	}
	return in
}

// TestJumps checks jumps in both directions, and loads of constants, with LLVM's disassembler.
func TestJumps(t *testing.T) {
	var a Assembler
	back, ahead := a.NewLabel(), a.NewLabel()
	a.Bind(back)
	a.Jump(ahead)
	a.JumpIf(LO, back)
	a.JumpIfZero(X0+3, 8, false, ahead)
	a.JumpIfZero(X0+4, 4, true, back)
	a.Constant(V0+5, 8, a.Const([]byte("eight by")), X0+16)
	for range 2000 {
		a.Align(4)
		a.Emit(Inst{Op: Ret, Size: 8, R: [4]Reg{None, None, None, None}})
	}
	a.Constant(V0+6, 16, a.Const([]byte("sixteen bytes...")), X0+16)
	a.Bind(ahead)
	a.Jump(back)
	code := a.Finish()
	var text strings.Builder
	for _, b := range append(code[:24:24], code[8024:8036]...) {
		fmt.Fprintf(&text, "0x%02x ", b)
	}
	got := strings.Join(strings.Fields(llvm(t, text.String(), "--disassemble")), " ")
	// The constants are at offset 8064, in the second page. Each takes 16 bytes.
	want := "b #8032 b.lo #-4 cbz x3, #8024 cbnz w4, #-12 adrp x16, #4096 ldr d5, [x16, #3968] " +
		"adrp x16, #0 ldr q6, [x16, #3984] b #-8032"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if string(code[8064:]) != "eight by\x00\x00\x00\x00\x00\x00\x00\x00sixteen bytes..." {
		t.Errorf("the constants are %q", code[8064:])
	}
}
