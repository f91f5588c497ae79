package stablehlo

import (
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// parseConv reads <[b, 0, f]x[0, i, o]->[b, 0, f]>, or <raw input_batch_… = …>. The raw form can
// also represent invalid dimension numbers.
func parseConv(p *asm.Parser) (ir.Attr, error) {
	if err := p.Expect(asm.Less); err != nil {
		return ir.Attr{}, err
	}
	d := &ConvDims{}
	if p.TryKeyword("raw") {
		return parsed(d, structBody(p, "conv", []field{
			{"input_batch_dimension", integer(&d.InputBatch)},
			{"input_feature_dimension", integer(&d.InputFeature)},
			{"input_spatial_dimensions", dims(&d.InputSpatial)},
			{"kernel_input_feature_dimension", integer(&d.KernelInputFeature)},
			{"kernel_output_feature_dimension", integer(&d.KernelOutputFeature)},
			{"kernel_spatial_dimensions", dims(&d.KernelSpatial)},
			{"output_batch_dimension", integer(&d.OutputBatch)},
			{"output_feature_dimension", integer(&d.OutputFeature)},
			{"output_spatial_dimensions", dims(&d.OutputSpatial)},
		}))
	}
	if err := d.parseBare(p); err != nil {
		return ir.Attr{}, err
	}
	return parsed(d, p.Expect(asm.Greater))
}

// parseBare reads [b, 0, f]x[0, i, o]->[b, 0, f].
func (d *ConvDims) parseBare(p *asm.Parser) (err error) {
	if d.InputSpatial, d.InputBatch, d.InputFeature, err = convDims(p, "b", "f"); err != nil {
		return err
	}
	if err := p.ExpectKeyword("x"); err != nil {
		return err
	}
	if d.KernelSpatial, d.KernelInputFeature, d.KernelOutputFeature, err = convDims(p, "i", "o"); err != nil {
		return err
	}
	if err := p.Expect(asm.Arrow); err != nil {
		return err
	}
	d.OutputSpatial, d.OutputBatch, d.OutputFeature, err = convDims(p, "b", "f")
	return err
}

// convDims reads [b, 1, 0, f], for example. It returns the positions of the spatial dimensions 0, 1
// and so on, and of the dimensions named n1 and n2.
func convDims(p *asm.Parser, n1, n2 string) (spatial []int64, at1, at2 int64, err error) {
	at := map[int64]int64{}
	at1, at2 = -1, -1
	most, index := int64(-1), int64(0)
	if err = p.Expect(asm.LSquare); err != nil {
		return nil, 0, 0, err
	}
	for {
		off := p.Offset()
		n, isInt, err := p.TryInt()
		switch {
		case err != nil:
			return nil, 0, 0, err
		case isInt && n < 0:
			return nil, 0, 0, p.ErrorAt(off, "Unexpected dimension %d", n)
		case isInt:
			if _, twice := at[n]; twice {
				return nil, 0, 0, p.ErrorAt(off, "Duplicate entries for spatial dimension %d", n)
			}
			at[n] = index
			most = max(most, n)
		default:
			if err := convName(p, n1, n2, &at1, &at2, index); err != nil {
				return nil, 0, 0, err
			}
		}
		index++
		if !p.Try(asm.Comma) {
			break
		}
	}
	if missing := stillMissing(n1, n2, at1, at2); len(missing) > 0 {
		return nil, 0, 0, p.Errorf("Expected dimensions %s not specified", strings.Join(missing, ", "))
	}
	if err = p.Expect(asm.RSquare); err != nil {
		return nil, 0, 0, err
	}
	spatial, err = spatialOrder(p, at, most)
	return spatial, at1, at2, err
}

func convName(p *asm.Parser, n1, n2 string, at1, at2 *int64, index int64) error {
	off := p.Offset()
	w, err := p.Keyword()
	if err != nil {
		return err
	}
	missing := stillMissing(n1, n2, *at1, *at2)
	switch {
	case len(w) != 1 || len(missing) == 0:
		return p.ErrorAt(off, "Unexpected keyword %s", w)
	case w == n1 && *at1 < 0:
		*at1 = index
	case w == n2 && *at2 < 0:
		*at2 = index
	default:
		return p.ErrorAt(off, "Unexpected dimension %s, expecting %s", w, strings.Join(missing, ", "))
	}
	return nil
}

func stillMissing(n1, n2 string, at1, at2 int64) (names []string) {
	if at1 < 0 {
		names = append(names, n1)
	}
	if at2 < 0 {
		names = append(names, n2)
	}
	return names
}

func spatialOrder(p *asm.Parser, at map[int64]int64, most int64) ([]int64, error) {
	var spatial []int64
	var missing []string
	if most >= 1<<16 {
		return nil, p.Errorf("Unexpected dimension %d", most)
	}
	for i := range most + 1 {
		index, ok := at[i]
		if !ok && len(missing) < 10 {
			missing = append(missing, strconv.FormatInt(i, 10))
		}
		spatial = append(spatial, index)
	}
	if len(missing) > 0 {
		return nil, p.Errorf("Expected spatial dimensions %s not specified", strings.Join(missing, ", "))
	}
	return spatial, nil
}
