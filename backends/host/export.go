package host

import (
	"context"
	"io"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/hostbytes"
)

// The forms of the kernels in an exported program.
const (
	formKernels     = iota // a module in kernel form, which Import verifies
	compiledKernels        // compiled code, which Import cannot verify
)

// Export implements backends.Exporter. It writes the signature, the [OpNotes] of the operations,
// and the program. The program is a module in kernel form, or a schedule and compiled kernels.
func (p *Program) Export(w io.Writer) error {
	return backends.Write(w, p.header, p.encode)
}

func (p *Program) encode(e *sealed.Encoder) error {
	e.String(p.Signature.Text())
	p.lowered.Ops.Encode(e)
	x, compiled := p.kernels.(backends.KernelsExporter)
	if !compiled {
		e.Uint(formKernels)
		p.exporting.Lock() // printing assigns numbers to the values of the module
		defer p.exporting.Unlock()
		return encodeForm(e, p.lowered.Program)
	}
	e.Uint(compiledKernels)
	kernel.Encode(e, p.lowered.Program)
	made, err := x.ExportKernels()
	if err == nil {
		e.Aligned(made)
	}
	return err
}

// Import reads blob, which Program.Export wrote for the backend with the core c and the given
// fingerprint. It calls link to create the kernels. If the program has compiled kernels, the
// argument "made" has the bytes that ExportKernels wrote, and the kernels of l have no bodies.
// Otherwise "made" is nil, and the module in kernel form has passed kernel-verify.
func Import(ctx context.Context, c *backends.Core, fingerprint string, blob []byte, o backends.ImportOptions, link func(l *Lowered, made []byte) (backends.Kernels, error)) (backends.Program, error) {
	payload, s, err := c.ImportSettings(ctx, c.Header(fingerprint, nil), blob, o)
	if err != nil {
		return nil, err
	}
	l, made, err := decodeLowered(ctx, payload, o)
	if err != nil {
		return nil, err
	}
	if err := l.checkMemory(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ks, err := linked(l, made, link)
	if err != nil {
		return nil, err
	}
	return NewProgram(l, ks, s, c.Header(fingerprint, s)), nil
}

// linked calls link, and returns an error if the host lacks memory. Compiled kernels may be
// invalid, so if "made" is not nil, linked also converts a panic to an error. For verified kernels,
// link must not panic.
func linked(l *Lowered, made []byte, link func(l *Lowered, made []byte) (backends.Kernels, error)) (ks backends.Kernels, err error) {
	defer func() {
		switch what := recover().(type) {
		case nil:
		case *hostbytes.Lack:
			ks, err = nil, diag.OfKind(what, diag.Errorf(diag.Span{}, "no memory for the kernels: %v", what))
		default:
			if made == nil {
				panic(what)
			}
			ks, err = nil, sealed.Bad("has invalid kernels: %v", what)
		}
	}()
	return link(l, made)
}

func decodeLowered(ctx context.Context, payload []byte, o backends.ImportOptions) (*Lowered, []byte, error) {
	d := sealed.NewDecoder(payload)
	text := d.String()
	if d.Err() != nil {
		return nil, nil, d.Err()
	}
	l := &Lowered{}
	var err error
	if l.Signature, err = ParseSignature(o.Registry, text); err != nil {
		return nil, nil, sealed.Bad("has no readable signature: %v", err)
	}
	l.Ops = DecodeOpNotes(d, o.Source)
	var made []byte
	if d.Index(compiledKernels+1) == compiledKernels {
		l.Program, made = kernel.Decode(ctx, d), d.Aligned()
	} else if l.Program, err = decodeForm(ctx, d, o.Registry); err != nil {
		return nil, nil, err
	}
	switch {
	case d.Err() != nil:
		return nil, nil, d.Err()
	case len(d.Rest()) > 0:
		return nil, nil, sealed.Bad("has extra bytes at the end: %d", len(d.Rest()))
	case !l.matches():
		return nil, nil, sealed.Bad("has a signature that does not match its schedule")
	}
	if err := kernel.ParseHost(l.Program, o.Registry); err != nil {
		return nil, nil, sealed.Bad("has an unreadable operation of the host: %v", err)
	}
	return l, made, nil
}

// matches reports whether the inputs and outputs of the schedule have the number and the sizes that
// the signature states.
func (l *Lowered) matches() bool {
	h := &l.Program.Host
	if len(h.Inputs) != len(l.inputs) || len(h.Outputs) != len(l.outputs) {
		return false
	}
	for _, b := range h.Buffers {
		switch b.Place {
		case kernel.Input:
			if bytesOf(l.inputs[b.Index]) != b.Bytes {
				return false
			}
		case kernel.Output:
			if bytesOf(l.outputs[b.Index]) != b.Bytes {
				return false
			}
		}
	}
	return true
}
