package amd64

// poolAlign is the alignment of the constants, and the most that one may ask for.
const poolAlign = 64

// pool holds constants, each once.
type pool struct {
	data    []byte
	offsets []int
	known   map[string]Const
}

// Const returns the constant with these bytes, aligned to their number.
func (a *Assembler) Const(data []byte) Const {
	p := &a.pool
	if c, ok := p.known[string(data)]; ok {
		return c
	}
	for len(p.data)%min(len(data), poolAlign) != 0 {
		p.data = append(p.data, 0)
	}
	p.offsets = append(p.offsets, len(p.data))
	p.data = append(p.data, data...)
	c := Const(len(p.offsets))
	if p.known == nil {
		p.known = map[string]Const{}
	}
	p.known[string(data)] = c
	return c
}
