package hetero

import (
	"bytes"
	"context"
	"io"
	"math"
	"slices"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Export implements backends.Exporter. It writes the plan and the exported programs of all parts.
// It fails with ErrUnsupported if a part can't be exported.
func (p *program) Export(w io.Writer) error {
	return backends.Write(w, p.header, p.encode)
}

func (p *program) encode(e *sealed.Encoder) error {
	e.String(p.Signature.Text())
	p.notes.Encode(e)
	p.plan.encode(e)
	e.Uint(uint64(len(p.parts)))
	for _, q := range p.parts {
		x, ok := q.program.(backends.Exporter)
		if !ok {
			return diag.OfKind(backends.ErrUnsupported, diag.Errorf(diag.Span{}, "the program has a part on device '%s', whose backend '%s' can't export programs", q.device, q.backend))
		}
		var out bytes.Buffer
		if err := x.Export(&out); err != nil {
			return err
		}
		e.String(q.device)
		sealed.EncodeNumbers(e, q.ops)
		e.Aligned(out.Bytes())
	}
	return nil
}

// Import implements backends.Importer. Each part is imported by the backend of its device.
func (b backend) Import(ctx context.Context, blob []byte, o backends.ImportOptions) (backends.Program, error) {
	payload, s, err := b.ImportSettings(ctx, b.Header("", nil), blob, o)
	if err != nil {
		return nil, err
	}
	d := sealed.NewDecoder(payload)
	text := d.String()
	notes := host.DecodeOpNotes(d, o.Source)
	pl := decodePlan(d)
	if d.Err() != nil {
		return nil, d.Err()
	}
	sig, err := host.ParseSignature(o.Registry, text)
	if err != nil {
		return nil, sealed.Bad("has an invalid signature: %v", err)
	}
	parts, err := b.importParts(ctx, d, o, s)
	if err == nil {
		err = checkDevices(s, devicesOf(parts))
	}
	if err == nil && !pl.fits(sig, parts) {
		err = sealed.Bad("has a schedule that does not match its parts")
	}
	if err != nil {
		return nil, joined(err, closeAll(parts))
	}
	return newProgram(sig, pl, parts, notes, s, b.Header("", s)), nil
}

func (b backend) importParts(ctx context.Context, d *sealed.Decoder, o backends.ImportOptions, s *backends.Settings) ([]*part, error) {
	var parts []*part
	for range d.Len(3) {
		device, ops, blob := d.String(), decodeIDs(d), d.Aligned()
		if d.Err() != nil {
			return parts, d.Err()
		}
		of, err := b.open(device)
		if err != nil {
			return parts, err
		}
		im, ok := of.(backends.Importer)
		if !ok {
			return parts, diag.OfKind(backends.ErrUnsupported, diag.Errorf(diag.Span{}, "backend '%s' of device '%s' can't import programs", of.Info().Name, device))
		}
		p, err := im.Import(ctx, blob, backends.ImportOptions{Registry: o.Registry, Source: o.Source, Properties: running(s, of, device), Fresh: true})
		if err != nil {
			return parts, err
		}
		if p == nil {
			return parts, diag.Errorf(diag.Span{}, "backend '%s' of device '%s' returned no program and no error", of.Info().Name, device)
		}
		parts = append(parts, newPart(device, of, p, ops))
	}
	if len(d.Rest()) > 0 {
		return parts, sealed.Bad("has extra bytes at the end: %d", len(d.Rest()))
	}
	return parts, d.Err()
}

// encode writes the slots, constants, steps and results. plan.fits computes the rest.
func (pl *plan) encode(e *sealed.Encoder) {
	e.Uint(uint64(pl.slots))
	for _, c := range pl.constants {
		if c == nil {
			e.Uint(0)
			continue
		}
		e.Uint(1)
		kernel.EncodeTensor(e, c)
	}
	e.Uint(uint64(len(pl.steps)))
	for _, s := range pl.steps {
		sealed.EncodeNumbers(e, s.copies)
		e.String(s.name)
		for _, list := range [][]int{s.in, s.out} {
			sealed.EncodeNumbers(e, list)
		}
		sealed.EncodeNumbers(e, s.ops)
	}
	sealed.EncodeNumbers(e, pl.results)
}

func decodePlan(d *sealed.Decoder) *plan {
	pl := &plan{slots: d.Len(2)}
	for range pl.slots {
		if d.Index(2) == 1 {
			pl.constants = append(pl.constants, kernel.DecodeTensor(d))
		} else {
			pl.constants = append(pl.constants, nil)
		}
		if d.Err() != nil {
			return pl
		}
	}
	slots := func() []int { return sealed.DecodeNumbers[int](d, uint64(pl.slots)) }
	pl.steps = sealed.DecodeList(d, 5, func() step {
		return step{copies: sealed.DecodeNumbers[int](d, math.MaxInt32), name: d.String(), in: slots(), out: slots(), ops: decodeIDs(d)}
	})
	pl.results = slots()
	return pl
}

func decodeIDs(d *sealed.Decoder) []uint32 { return sealed.DecodeNumbers[uint32](d, math.MaxUint32+1) }

// fits completes an imported plan: it sets the types of slots, the order of steps, and the places
// of results. It returns false if the parts and the signature disagree on types. It also returns
// false if a value is not produced exactly once, before it is read.
func (pl *plan) fits(sig host.Signature, parts []*part) bool {
	if len(sig.Inputs()) > pl.slots || len(sig.Outputs()) != len(pl.results) {
		return false
	}
	pl.types = append(pl.types, sig.Inputs()...)
	pl.types = append(pl.types, make([]ir.Type, pl.slots-len(pl.types))...)
	made := make([]bool, pl.slots)
	for i := range made {
		input := i < len(sig.Inputs())
		if input && pl.constants[i] != nil {
			return false
		}
		made[i] = input || pl.constants[i] != nil
	}
	agrees := func(slot int, t ir.Type) bool { // whether the slot has a value of type t
		if c := pl.constants[slot]; c != nil {
			return backends.Fits(c, t)
		}
		return made[slot] && pl.types[slot] == t
	}
	for _, s := range pl.steps {
		if len(s.copies) == 0 || slices.Max(s.copies) >= len(parts) {
			return false
		}
		p := parts[s.copies[0]].program
		if len(p.Inputs()) != len(s.in) || len(p.Outputs()) != len(s.out) {
			return false
		}
		for _, n := range s.copies {
			if !slices.Equal(parts[n].program.Inputs(), p.Inputs()) || !slices.Equal(parts[n].program.Outputs(), p.Outputs()) {
				return false
			}
		}
		for k, slot := range s.in {
			if !agrees(slot, p.Inputs()[k]) {
				return false
			}
			pl.types[slot] = p.Inputs()[k]
		}
		for k, slot := range s.out {
			if made[slot] {
				return false
			}
			made[slot], pl.types[slot] = true, p.Outputs()[k]
		}
	}
	for i, slot := range pl.results {
		if !agrees(slot, sig.Outputs()[i]) {
			return false
		}
		pl.types[slot] = sig.Outputs()[i]
	}
	pl.settle()
	return !slices.Contains(made, false)
}
