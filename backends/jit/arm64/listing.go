package arm64

import (
	"fmt"
	"strings"
)

// String returns the instruction in the assembler's syntax.
func (in Inst) String() string {
	t := table[in.Op]
	var operands []string
	n := 0
	for i := 0; i < len(t.types); i++ {
		c := t.types[i]
		if c == '{' {
			operands = append(operands, "{ "+in.operand(t.types[i+1], n)+" }")
			i += 2
		} else {
			operands = append(operands, in.operand(c, n))
		}
		n++
	}
	name := t.name
	switch t.form {
	case formLoad:
		return in.memoryString(t)
	case formShifted:
		if in.Imm != 0 {
			operands = append(operands, fmt.Sprintf("lsl #%d", in.Imm))
		}
	case formImm12, formLogic, formShiftL, formShiftR, formExtract:
		operands = append(operands, fmt.Sprintf("#%d", in.Imm))
	case formMove:
		operands = append(operands, fmt.Sprintf("#%d", in.Imm&0xffff))
		if half := in.Imm >> 16; half > 0 {
			operands = append(operands, fmt.Sprintf("lsl #%d", 16*half))
		}
	case formField:
		operands = append(operands, fmt.Sprintf("#%d, #%d", in.Imm&0xff, in.Imm>>8))
	case formSelect:
		operands = append(operands, ccNames[in.Imm])
	case formZero:
		operands = append(operands, "#0")
	case formMask:
		v := uint64(0)
		for i := range 8 {
			v |= uint64(in.Imm>>i&1) * 0xff << (8 * i)
		}
		operands = append(operands, fmt.Sprintf("#%#016x", v))
	case formFloat:
		operands = append(operands, fmt.Sprintf("#%.8f", Float(uint8(in.Imm))))
	}
	if len(operands) == 0 {
		return name
	}
	return name + "\t" + strings.Join(operands, ", ")
}

// operand returns the text of register n. c is the letter of the register in row.types.
func (in Inst) operand(c byte, n int) string {
	r, s := in.R[n], in.Size
	switch c {
	case 'v':
		return elements(r, s, 16)
	case 'n':
		return elements(r, s, 8)
	case 'w':
		return elements(r, 2*s, 16)
	case 'N':
		return elements(r, s/2, 8)
	case 'b':
		return elements(r, 1, 16)
	case 'f':
		return scalar(r, s)
	case 'h':
		return scalar(r, 2)
	case 's':
		return scalar(r, 4)
	case 'd':
		return scalar(r, 8)
	case 'i':
		return general(r, 4)
	case 'x':
		return general(r, 8)
	case 'e':
		return fmt.Sprintf("v%d.%c[%d]", num(r), letterOf(s), in.Imm)
	case 'z':
		return fmt.Sprintf("v%d.%c[0]", num(r), letterOf(s))
	}
	return general(r, s)
}

// memoryString returns the text of a load, a store or a prefetch.
func (in Inst) memoryString(t row) string {
	name, suffix := t.name, ""
	m := &in.Mem
	if t.types == "g" {
		suffix = map[Size]string{1: "b", 2: "h"}[in.Size]
	}
	if m.Index == None && !m.scaled(in.Size) { // ldur, stur, prfum
		name = strings.NewReplacer("ldr", "ldur", "str", "stur", "prfm", "prfum").Replace(name)
	}
	what := "pldl1keep"
	switch t.types {
	case "g":
		what = general(in.R[0], in.Size)
	case "f":
		what = scalar(in.R[0], in.Size)
	}
	base := general(m.Base, 8)
	switch {
	case m.Index == None && m.Disp == 0:
		return fmt.Sprintf("%s%s\t%s, [%s]", name, suffix, what, base)
	case m.Index == None:
		return fmt.Sprintf("%s%s\t%s, [%s, #%d]", name, suffix, what, base, m.Disp)
	case m.Scale > 1:
		return fmt.Sprintf("%s%s\t%s, [%s, %s, lsl #%d]", name, suffix, what, base, general(m.Index, 8), log(in.Size))
	}
	return fmt.Sprintf("%s%s\t%s, [%s, %s]", name, suffix, what, base, general(m.Index, 8))
}

// Float returns the number that an immediate of eight bits encodes. The bits are the sign, three
// bits of the exponent, and four bits of the fraction.
func Float(bits uint8) float64 {
	v := float64(16+bits&15) / 16
	exponent := int(bits>>4&7) ^ 4 - 3
	for ; exponent > 0; exponent-- {
		v *= 2
	}
	for ; exponent < 0; exponent++ {
		v /= 2
	}
	if bits>>7 == 1 {
		return -v
	}
	return v
}
