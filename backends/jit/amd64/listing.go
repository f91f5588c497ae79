package amd64

import (
	"fmt"
	"strings"
)

// String returns the instruction in Intel's syntax.
func (in Inst) String() string {
	if in.Op >= vectorOps {
		return in.generalString()
	}
	row := table[in.Op]
	f := &row
	var b strings.Builder
	if b.WriteString(f.name); useEVEX(f, &in) && f.evexName != "" {
		b.Reset()
		b.WriteString(f.evexName)
	}
	for i := range len(f.types) {
		b.WriteString(separator(i))
		if in.R[i] == None {
			b.WriteString(in.memString(f, i))
		} else {
			b.WriteString(nameOf(in.R[i], max(4, Size(operandBytes(f.types[i], in.Size)))))
		}
		if i == 0 && in.Mask != None {
			fmt.Fprintf(&b, " {k%d}", in.Mask-K0)
			if in.Zero {
				b.WriteString(" {z}")
			}
		}
	}
	if f.flags&imm != 0 {
		fmt.Fprintf(&b, ", %d", in.Imm)
	}
	return b.String()
}

func separator(i int) string {
	if i == 0 {
		return "\t"
	}
	return ", "
}

var pointers = map[int]string{1: "byte", 2: "word", 4: "dword", 8: "qword", 16: "xmmword", 32: "ymmword", 64: "zmmword"}

// memString returns the text of operand i, which is in memory.
func (in Inst) memString(f *form, i int) string {
	size := 0
	switch {
	case f.shape == formGather || f.shape == formRMV && f.types[0] != 'g':
		// Intel's syntax names the width of one element, for example: dword ptr [rax + 4*zmm1].
		text := in.Mem.string(Size(operandBytes(f.types[1], in.Size)))
		return pointers[int(f.splatElement())] + " ptr " + text
	case in.Splat:
		return fmt.Sprintf("%s ptr %s{1to%d}", pointers[int(f.splat)], in.Mem.string(0), operandBytes(f.types[i], in.Size)/int(f.splat))
	default:
		size = operandBytes(f.types[i], in.Size)
	}
	if size == 0 {
		return in.Mem.string(0)
	}
	return pointers[size] + " ptr " + in.Mem.string(0)
}

// string returns the text of an address. If m.Index is a vector register, "index" is its width.
func (m Mem) string(index Size) string {
	if m.Const != 0 {
		return fmt.Sprintf("[rip + c%d%+d]", m.Const, m.Disp)
	}
	var parts []string
	if m.Base != None {
		parts = append(parts, nameOf(m.Base, 8))
	}
	if m.Index != None {
		name := nameOf(m.Index, 8)
		if isVector(m.Index) {
			name = nameOf(m.Index, index)
		}
		if m.Scale > 1 {
			name = fmt.Sprintf("%d*%s", m.Scale, name)
		}
		parts = append(parts, name)
	}
	text := strings.Join(parts, " + ")
	switch {
	case text == "":
		text = fmt.Sprint(m.Disp)
	case m.Disp > 0:
		text += fmt.Sprintf(" + %d", m.Disp)
	case m.Disp < 0:
		text += fmt.Sprintf(" - %d", -int64(m.Disp))
	}
	return "[" + text + "]"
}

func (in Inst) generalString() string {
	row := general[in.Op-vectorOps]
	f := &row
	name := f.name
	switch {
	case in.Op == SetCC || in.Op == CMovCC:
		name += ccNames[in.Imm]
	case in.Op == CDQ && in.Size == 8:
		name = "cqo"
	}
	sizes := []Size{in.Size, in.Size}
	switch {
	case f.sub != 0 && f.enc == encRM:
		sizes[1] = f.sub
	case f.sub != 0:
		sizes[0] = f.sub
	}
	count := map[encoding]int{encRM: 2, encMR: 2, encRMImm: 2, encM: 1, encImm: 1, encImm8: 1, encX87: 1}[f.enc]
	if in.Op == MovAbs {
		count = 1
	}
	var b strings.Builder
	b.WriteString(name)
	for i := range count {
		b.WriteString(separator(i))
		switch {
		case in.R[i] != None:
			b.WriteString(nameOf(in.R[i], sizes[i]))
		case in.Op == Lea:
			b.WriteString(in.Mem.string(0))
		default:
			b.WriteString(pointers[int(sizes[i])] + " ptr " + in.Mem.string(0))
		}
	}
	if f.enc == encImm || f.enc == encImm8 || f.enc == encRMImm || in.Op == MovAbs {
		fmt.Fprintf(&b, ", %d", in.Imm)
	}
	return b.String()
}
