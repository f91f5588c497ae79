package amd64

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
)

const (
	llvmMC   = "/usr/lib/llvm-22/bin/llvm-mc"
	features = "+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512vnni,+avx2,+fma,+f16c,+bmi,+bmi2,+lzcnt,+popcnt,+amx-tile,+amx-int8"
)

// TestEncodings encodes every instruction with random operands, and compares the code with LLVM's.
func TestEncodings(t *testing.T) {
	if _, err := os.Stat(llvmMC); err != nil {
		t.Skipf("this test needs LLVM: %v", err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var lines []string
	var codes [][]byte
	forms := map[string]bool{}
	add := func(in Inst) {
		var a Assembler
		a.Emit(in)
		lines, codes = append(lines, in.String()), append(codes, a.Finish())
		forms[fmt.Sprint(in.Op, in.Size, in.HasMem, in.Mask == None, in.Zero, in.Splat)] = true
	}
	for op := bad + 1; op < vectorOps; op++ {
		if table[op].name == "" {
			t.Errorf("instruction %d has no row in the table", op)
			continue
		}
		for range 60 {
			if in, ok := randomVector(rng, op); ok {
				add(in)
			}
		}
	}
	for op := Mov; op < ops; op++ {
		for range 40 {
			if in, ok := randomGeneral(rng, op); ok {
				add(in)
			}
		}
	}
	want := assemble(t, lines)
	var differ []int
	var ours, theirs [][]byte
	for i := range lines {
		if !bytes.Equal(codes[i], want[i]) {
			differ, ours, theirs = append(differ, i), append(ours, codes[i]), append(theirs, want[i])
		}
	}
	// Different bytes can mean the same: an instruction can have several encodings, and LLVM
	// exchanges operands if this gives a shorter encoding.
	a, b := disassemble(t, ours), disassemble(t, theirs)
	for j, i := range differ {
		if a[j] != b[j] && a[j] != lines[i] {
			t.Errorf("%s: % x, which is %s, want % x", lines[i], codes[i], a[j], want[i])
		}
	}
	t.Logf("%d forms, %d instructions; the encodings of %d instructions differ, but have the same meaning", len(forms), len(lines), len(differ))
}

func disassemble(t *testing.T, codes [][]byte) []string {
	t.Helper()
	if len(codes) == 0 {
		return nil
	}
	cmd := exec.Command(llvmMC, "--disassemble", "-triple=x86_64", "-output-asm-variant=1", "-mattr="+features)
	var in strings.Builder
	for _, code := range codes {
		for _, b := range code {
			fmt.Fprintf(&in, "0x%02x ", b)
		}
		in.WriteString("\n")
	}
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(out)) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" && line != ".text" {
			lines = append(lines, line)
		}
	}
	if len(lines) != len(codes) {
		t.Fatalf("LLVM disassembled %d instructions, expected %d", len(lines), len(codes))
	}
	return lines
}

func assemble(t *testing.T, lines []string) [][]byte {
	t.Helper()
	cmd := exec.Command(llvmMC, "-triple=x86_64", "-x86-asm-syntax=intel", "--show-encoding",
		"-mattr="+features)
	cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%.4000s", err, errs.String())
	}
	var all [][]byte
	for line := range strings.Lines(out.String()) {
		_, text, ok := strings.Cut(line, "encoding: [")
		if !ok {
			continue
		}
		text, _, _ = strings.Cut(text, "]")
		var code []byte
		for b := range strings.SplitSeq(text, ",") {
			var v byte
			fmt.Sscanf(b, "0x%x", &v)
			code = append(code, v)
		}
		all = append(all, code)
	}
	if len(all) != len(lines) {
		t.Fatalf("LLVM returned %d encodings of %d instructions\n%.4000s", len(all), len(lines), errs.String())
	}
	return all
}

func pick[T any](rng *rand.Rand, of ...T) T { return of[rng.IntN(len(of))] }

func randomGPR(rng *rand.Rand) Reg { return Reg(rng.IntN(16)) }

func randomMem(rng *rand.Rand, index Reg) Mem {
	m := Mem{Base: randomGPR(rng), Index: index, Scale: 1, Disp: pick(rng, 0, 1, 8, 64, -128, 127, 128, 512, 4096, 8128, -8192, 1<<20, int32(rng.Uint32()))}
	if index == None && rng.IntN(2) == 0 {
		for m.Index = randomGPR(rng); m.Index == RSP; {
			m.Index = randomGPR(rng)
		}
	}
	if m.Index != None {
		m.Scale = pick[uint8](rng, 1, 2, 4, 8)
		if rng.IntN(8) == 0 {
			m.Base, m.Scale = None, pick[uint8](rng, 2, 4, 8)
		}
	}
	// LLVM prints RSP plus an unscaled index, and an unscaled index without a base, in another
	// form. These addresses are not tested.
	if m.Scale == 1 && m.Base == RSP {
		m.Base = RBX
	}
	return m
}

// randomVector returns the instruction op with random operands; false if they cannot be tested.
func randomVector(rng *rand.Rand, op Op) (Inst, bool) {
	f := &table[op]
	in := Inst{Op: op, Mask: None, Size: X, R: [4]Reg{None, None, None, None}}
	if strings.ContainsAny(f.types, "vhqe") {
		in.Size = pick(rng, X, Y, Z)
	}
	if strings.Contains(f.types, "g") {
		in.Size = pick[Size](rng, 4, 8)
	}
	if strings.ContainsAny(f.types, "at") {
		return randomTile(rng, op), true
	}
	wide := f.flags&evex != 0 && rng.IntN(2) == 0
	if f.flags&evex == 0 && in.Size == Z || !sizeExists(op, in.Size) {
		return in, false
	}
	vector := func() Reg {
		if wide {
			return X0 + Reg(rng.IntN(32))
		}
		return X0 + Reg(rng.IntN(16))
	}
	at := -1 // index of the operand that may be in memory
	switch f.shape {
	case formRM, formRMV, formVM:
		at = 1
	case formMR, formMVR:
		at = 0
	case formRVM, formRVMR:
		at = 2
	}
	for i := range len(f.types) {
		switch c := f.types[i]; c {
		case 'k':
			in.R[i] = K0 + Reg(rng.IntN(8))
		case 'i', 'I', 'j', 'J', 'g':
			in.R[i] = randomGPR(rng)
		default:
			in.R[i] = vector()
			if strings.HasPrefix(f.name, "kmov") {
				in.R[i] = K0 + Reg(rng.IntN(8))
			}
		}
	}
	onlyMem := f.shape == formMVR || strings.HasPrefix(f.name, "vpmaskmov") || strings.HasPrefix(f.name, "kmov") && strings.ContainsAny(f.types, "1248") ||
		strings.HasPrefix(f.name, "vmovs") && f.shape != formRVM
	onlyReg := strings.Contains(f.types, "k") && !strings.HasPrefix(f.name, "vpcmp") && !strings.HasPrefix(f.name, "vcmp") && !strings.HasPrefix(f.name, "vptest") && !onlyMem ||
		strings.HasPrefix(f.name, "vmovs") && f.shape == formRVM || strings.HasPrefix(f.name, "vmovmsk") || strings.Contains(f.types, "vi") && f.evexName == "" && f.shape == formRM ||
		op == VPBroadcastGQ || f.shape == formVM && f.flags&vex != 0
	if f.shape == formGather || f.shape == formRMV && f.types != "ggg" {
		wideIndex := vector()
		in.Mem, in.HasMem = randomMem(rng, wideIndex), true
		if f.shape == formGather {
			in.Mask = K0 + 1 + Reg(rng.IntN(7))
			in.R[1] = None
			return in, in.Mem.Index != in.R[0]
		}
		in.R[1] = None
		return in, in.R[0] != in.R[2] && in.R[0] != in.Mem.Index && in.R[2] != in.Mem.Index
	}
	if onlyMem || !onlyReg && rng.IntN(2) == 0 {
		in.Mem, in.HasMem, in.R[at] = randomMem(rng, None), true, None
		if f.splat != 0 && f.flags&evex != 0 && rng.IntN(2) == 0 {
			in.Splat = true
		}
	} else if f.shape == formMR && f.types[0] == 'v' {
		return in, false // LLVM uses the load form to move registers
	}
	if f.flags&evex != 0 && strings.ContainsAny(f.types, "vhqe") && !strings.Contains(f.types, "k") && rng.IntN(3) == 0 && maskable(f) {
		in.Mask = K0 + 1 + Reg(rng.IntN(7))
		in.Zero = rng.IntN(2) == 0 && !(in.HasMem && at == 0)
	}
	if f.flags&imm != 0 {
		in.Imm = int64(rng.IntN(4))
		if strings.HasPrefix(f.name, "vcmp") {
			in.Imm = pick[int64](rng, 1, 2, 5, 6, 17, 30)
		}
	}
	return in, true
}

func randomTile(rng *rand.Rand, op Op) Inst {
	in := Inst{Op: op, Mask: None, Size: X, R: [4]Reg{None, None, None, None}}
	for i, n := range rng.Perm(8)[:3] { // the factors and the sums must be different tiles
		if i < len(table[op].types) {
			in.R[i] = T0 + Reg(n)
		}
	}
	switch at := strings.IndexByte(table[op].types, 'a'); {
	case op == TileConfig:
		in.Mem, in.HasMem, in.R = randomMem(rng, None), true, [4]Reg{None, T0, None, None}
	case op == TileZero:
		in.R[1] = T0
	case at >= 0:
		for in.Mem = randomMem(rng, None); in.Mem.Index == None || in.Mem.Base == None; {
			in.Mem = randomMem(rng, None)
		}
		in.HasMem, in.R[at] = true, None
	}
	return in
}

func maskable(f *form) bool {
	switch f.name {
	case "vmovups", "vmovaps", "vpshufb", "vpermq", "vpermd":
		return true
	case "vpsrldq", "vmovntps":
		return false
	}
	return true
}

// sizeExists reports whether op exists for vectors of s bytes.
func sizeExists(op Op, s Size) bool {
	switch op {
	case VBroadcastSD, VPermQ, VPermD, VExtractI128, VInsertI128, VExtractI32x4, VInsertI32x4, VShufF64x2:
		return s != X
	case VPerm2F128:
		return s == Y
	case VExtractI64x4:
		return s == Z
	}
	return true
}

// randomGeneral is like randomVector, for instructions on general registers.
func randomGeneral(rng *rand.Rand, op Op) (Inst, bool) {
	f := &general[op-vectorOps]
	in := Inst{Op: op, Mask: None, Size: pick[Size](rng, 4, 8), R: [4]Reg{None, None, None, None}}
	if f.byteOp && rng.IntN(2) == 0 {
		in.Size = pick[Size](rng, 1, 2)
	}
	mem := rng.IntN(2) == 0
	switch f.enc {
	case encRM, encRMImm:
		in.R[0], in.R[1] = randomGPR(rng), randomGPR(rng)
		if op == MovSXD {
			in.Size = 8
		}
		if mem || op == Lea {
			in.R[1], in.Mem, in.HasMem = None, randomMem(rng, None), true
		} else if f.byteOp {
			return in, false // LLVM prefers the store form
		}
	case encMR:
		in.R[0], in.R[1] = randomGPR(rng), randomGPR(rng)
		if mem || op == AddTo {
			in.R[0], in.Mem, in.HasMem = None, randomMem(rng, None), true
		}
	case encM, encImm, encImm8:
		in.R[0] = randomGPR(rng)
		if mem {
			in.R[0], in.Mem, in.HasMem = None, randomMem(rng, None), true
		}
	case encX87:
		in.Mem, in.HasMem = randomMem(rng, None), true
	case encOther:
		in.R[0] = randomGPR(rng)
	}
	switch {
	case op == SetCC || op == CMovCC:
		in.Imm = int64(rng.IntN(16))
	case f.enc == encImm8:
		in.Imm = 2 + int64(rng.IntN(6))
	case op == MovAbs:
		in.Size, in.Imm = 8, int64(rng.Uint64())
	case in.Size == 1:
		in.Imm = int64(int8(rng.Uint32()))
	case in.Size == 2:
		in.Imm = pick(rng, 1, -1, int64(int16(rng.Uint32())))
	default:
		in.Imm = pick(rng, 1, -128, 127, 128, int64(int32(rng.Uint32())))
	}
	// LLVM uses the special encodings for RAX, which this package does not use.
	if in.R[0] == RAX && f.enc == encImm {
		in.R[0] = RBX
	}
	return in, true
}
