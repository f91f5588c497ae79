package passes

// Len counts the passes of p, including the passes in nested pipelines.
func (p *Pipeline) Len() int {
	n := 0
	p.flatten(func(*Step) { n++ })
	return n
}

// Prefix returns the pipeline of the first n passes of p, in the order of the pipeline's text.
func (p *Pipeline) Prefix(n int) *Pipeline {
	short, _ := p.prefix(n)
	return short
}

func (p *Pipeline) prefix(n int) (short *Pipeline, left int) {
	short = &Pipeline{Anchor: p.Anchor}
	for _, s := range p.Steps {
		switch {
		case n == 0:
			return short, 0
		case s.Nested == nil:
			n--
		default:
			s.Nested, n = s.Nested.prefix(n)
		}
		short.Steps = append(short.Steps, s)
	}
	return short, n
}

// At returns the text of pass n of p, counted from 0.
func (p *Pipeline) At(n int) (text string) {
	i := 0
	p.flatten(func(s *Step) {
		if i == n {
			text = s.text()
		}
		i++
	})
	return text
}
