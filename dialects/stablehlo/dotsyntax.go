package stablehlo

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// parseDotDims reads batching_dims = [0] x [0], contracting_dims = [2] x [1]. The batching
// dimensions may be omitted.
func parseDotDims(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	d := &DotDims{}
	if p.TryKeyword("batching_dims") {
		if err := parseDimPair(p, &d.LHSBatching, &d.RHSBatching); err != nil {
			return err
		}
		if err := p.Expect(asm.Comma); err != nil {
			return err
		}
	}
	if err := p.ExpectKeyword("contracting_dims"); err != nil {
		return err
	}
	if err := parseDimPair(p, &d.LHSContracting, &d.RHSContracting); err != nil {
		return err
	}
	c.SetAttr(args[0].Name, ir.NewAttr(d))
	return nil
}

// parseDimPair reads = […] x […].
func parseDimPair(p *asm.Parser, l, r *[]int64) (err error) {
	if err := p.Expect(asm.Equal); err != nil {
		return err
	}
	if *l, err = parseDims(p); err != nil {
		return err
	}
	if err := p.ExpectKeyword("x"); err != nil {
		return err
	}
	*r, err = parseDims(p)
	return err
}

func printDotDims(w *asm.Printer, op *ir.Op, args []asm.FieldRef) {
	d, ok := ir.AttrAs[*DotDims](op.Attr(args[0].Name))
	if !ok {
		return
	}
	if len(d.LHSBatching)+len(d.RHSBatching) > 0 {
		w.Str("batching_dims = ")
		printDims(w.Writer, d.LHSBatching)
		w.Str(" x ")
		printDims(w.Writer, d.RHSBatching)
		w.Str(", ")
	}
	w.Str("contracting_dims = ")
	printDims(w.Writer, d.LHSContracting)
	w.Str(" x ")
	printDims(w.Writer, d.RHSContracting)
}

// parsePrecision reads the optional parts ", precision = [DEFAULT, …]" and ", algorithm = <…>". For
// dot_general, args has a second field: the algorithm.
func parsePrecision(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	if !p.Try(asm.Comma) {
		return nil
	}
	hasAlgorithm := len(args) > 1
	if hasAlgorithm && p.TryKeyword("algorithm") {
		return parseAlgorithm(p, c, args[1].Name)
	}
	if err := p.ExpectKeyword("precision"); err != nil {
		return err
	}
	if err := p.Expect(asm.Equal); err != nil {
		return err
	}
	var ps []ir.Attr
	err := p.List(asm.LSquare, asm.RSquare, func() error {
		a, err := parseEnum(p, precision, words(precision))
		ps = append(ps, a)
		return err
	})
	if err != nil {
		return err
	}
	c.SetAttr(args[0].Name, ir.NewArray(ps...))
	if !hasAlgorithm || !p.Try(asm.Comma) {
		return nil
	}
	if err := p.ExpectKeyword("algorithm"); err != nil {
		return err
	}
	return parseAlgorithm(p, c, args[1].Name)
}

func parseAlgorithm(p *asm.Parser, c *asm.Fields, name string) error {
	if err := p.Expect(asm.Equal); err != nil {
		return err
	}
	a, err := parseOrdered(p, "dot_algorithm")
	if err == nil {
		c.SetAttr(name, a)
	}
	return err
}

func printPrecision(w *asm.Printer, op *ir.Op, args []asm.FieldRef) {
	if d, ok := ir.AttrAs[*ir.ArrayAttr](op.Attr(args[0].Name)); ok {
		w.Str(", precision = [")
		for i, e := range d.Elems {
			if i > 0 {
				w.Str(", ")
			}
			w.Str(Word(e))
		}
		w.Byte(']')
	}
	if len(args) < 2 {
		return
	}
	if d, ok := ir.AttrAs[*DotAlgorithm](op.Attr(args[1].Name)); ok {
		w.Str(", algorithm = ")
		d.printBare(w.Writer)
	}
}

func parseConvDims(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	d := &ConvDims{}
	if err := d.parseBare(p); err != nil {
		return err
	}
	c.SetAttr(args[0].Name, ir.NewAttr(d))
	return nil
}

func printConvNumbers(w *asm.Printer, op *ir.Op, args []asm.FieldRef) {
	if d, ok := ir.AttrAs[*ConvDims](op.Attr(args[0].Name)); ok {
		d.printBare(w.Writer)
	}
}

// windowWords lists the names of a convolution's window attributes, in the order of the directive's
// arguments.
func windowWords() []string { return []string{"stride", "pad", "lhs_dilate", "rhs_dilate", "reverse"} }

// parseWindow reads stride = [2], pad = [[0, 1]], lhs_dilate = […], rhs_dilate = […], reverse =
// […]. The entries may be in any order, each at most once.
func parseWindow(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	seen := map[string]bool{}
	for p.Peek() == asm.BareID {
		word := p.PeekText()
		at := -1
		for i, w := range windowWords() {
			if w == word && !seen[w] {
				at = i
			}
		}
		if at < 0 {
			return p.Errorf("Unexpected keyword %s", word)
		}
		seen[word] = true
		p.TryKeyword(word)
		if err := p.Expect(asm.Equal); err != nil {
			return err
		}
		a, err := parseWindowValue(p, word)
		if err != nil {
			return err
		}
		c.SetAttr(args[at].Name, a)
		if !p.Try(asm.Comma) {
			break
		}
	}
	return nil
}

func parseWindowValue(p *asm.Parser, word string) (ir.Attr, error) {
	if word == "pad" {
		return parsePadding(p)
	}
	v, err := parseBoolsOrInts(p)
	if err != nil {
		return ir.Attr{}, err
	}
	if word != "reverse" {
		return ir.NewDenseI64(v...), nil
	}
	bs := make([]bool, len(v))
	for i := range v {
		bs[i] = v[i] != 0
	}
	return ir.NewDenseBools(bs...), nil
}

func parseBoolsOrInts(p *asm.Parser) (v []int64, err error) {
	err = p.List(asm.LSquare, asm.RSquare, func() error {
		switch {
		case p.TryKeyword("true"):
			v = append(v, 1)
			return nil
		case p.TryKeyword("false"):
			v = append(v, 0)
			return nil
		}
		n, err := p.Int()
		v = append(v, n)
		return err
	})
	return v, err
}

func parsePadding(p *asm.Parser) (ir.Attr, error) {
	var all []int64
	err := p.List(asm.LSquare, asm.RSquare, func() error {
		v, err := parseDims(p)
		if err == nil && len(v) != 2 {
			return p.Errorf("Expected array with 2 elements, got %d elements instead", len(v))
		}
		all = append(all, v...)
		return err
	})
	if err != nil {
		return ir.Attr{}, err
	}
	shape := []int64{int64(len(all) / 2), 2}
	return ir.NewDense(ir.Tensor(ir.I64(), shape...), tensor.FromSlice(shape, all)), nil
}

func printWindow(w *asm.Printer, op *ir.Op, args []asm.FieldRef) {
	first := true
	for i, word := range windowWords() {
		v, ok := op.Attr(args[i].Name).Ints()
		if !ok {
			continue
		}
		if !first {
			w.Str(", ")
		}
		first = false
		w.Str(word + " = [")
		for j := range v {
			switch {
			case word == "pad" && j%2 == 1:
				continue
			case j > 0:
				w.Str(", ")
			}
			switch {
			case word == "pad":
				printDims(w.Writer, v[j:j+2])
			case word == "reverse" && v[j] != 0:
				w.Str("true")
			case word == "reverse":
				w.Str("false")
			default:
				w.Int(v[j])
			}
		}
		w.Byte(']')
	}
}
