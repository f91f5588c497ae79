package compile

import (
	"bytes"
	"context"
	"io"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// The header of a file with an executable.
const (
	fileKind    = "executable"
	fileVersion = "2"
)

// Export writes the executable for [Load]: its program, the devices that the program runs on, and
// the inputs that the program marks as donated. All exports of an executable have the same bytes.
// If the program can't be exported, Export fails with backends.ErrUnsupported. After Close, it
// fails with backends.ErrClosed.
func (e *Executable) Export(w io.Writer) error {
	if err := e.made(); err != nil {
		return err
	}
	x, ok := e.program.(backends.Exporter)
	if !ok {
		return diag.OfKind(backends.ErrUnsupported, diag.Errorf(diag.Span{}, "programs of backend '%s' can't be exported", e.backend).
			WithHelp("compile for a backend that can export and import: for such a backend, 'lathe devices NAME' lists the capability 'import'"))
	}
	if h, ok := e.program.(backends.Holder); ok {
		if _, err := h.Hold(context.Background()); err != nil {
			return err
		}
		defer h.Release()
	}
	var program bytes.Buffer
	if err := x.Export(&program); err != nil {
		return err
	}
	return backends.Write(w, sealed.Header{Backend: fileKind, Version: fileVersion}, func(enc *sealed.Encoder) error {
		enc.String(e.backend)
		enc.Uint(uint64(len(e.devices)))
		for _, d := range e.devices {
			enc.String(d.Name)
			enc.String(d.Backend)
			enc.Uint(uint64(d.Spec.Threads))
		}
		enc.Uint(uint64(len(e.donated)))
		for _, d := range e.donated {
			mark := uint64(0)
			if d {
				mark = 1
			}
			enc.Uint(mark)
		}
		enc.Aligned(program.Bytes())
		return nil
	})
}

// Load returns the executable that Export wrote to blob. The executable runs on devices of
// o.Backends. Load also uses Threads, CacheDir, Warn and Properties, and ignores other options.
// o.Properties override the properties with which the program was compiled; a property on which the
// compiled code depends cannot change. Load verifies a checksum, which detects damage but not
// manipulation. Runs execute code in blob, so blob must come from a trusted source. Its bytes must
// not change while the executable is open.
func Load(ctx context.Context, blob []byte, o Options) (*Executable, error) {
	begin := time.Now()
	if ctx == nil {
		return nil, backends.NoContext("loading a program")
	}
	payload, _, err := sealed.Header{Backend: fileKind, Version: fileVersion}.Open(blob)
	if err != nil {
		return nil, err
	}
	if o.Backends == nil {
		o.Backends = Backends()
	}
	r := backends.NewRegistry(o.Backends, backends.Config{Threads: o.Threads, CacheDir: o.CacheDir, Warn: once(o.Warn)})
	e := &Executable{registry: r}
	if err := e.load(ctx, payload, o); err != nil {
		r.Close()
		return nil, err
	}
	e.took = time.Since(begin)
	return e, nil
}

// load sets e.program and the fields of e that depend on it.
func (e *Executable) load(ctx context.Context, payload []byte, o Options) error {
	d := sealed.NewDecoder(payload)
	backend := d.String()
	devices := sealed.DecodeList(d, 3, func() irplace.Device {
		one := irplace.Device{Name: d.String(), Backend: d.String()}
		one.Spec.Threads = int(d.Uint())
		return one
	})
	e.donated = sealed.DecodeList(d, 1, func() bool { return d.Index(2) == 1 })
	program := d.Aligned()
	if err := d.Err(); err != nil {
		return err
	}
	if len(d.Rest()) > 0 {
		return sealed.Bad("has extra bytes at the end: %d", len(d.Rest()))
	}
	for i, v := range devices {
		s := device.Spec{Name: v.Name, Backend: v.Backend, Spec: v.Spec}
		if err := s.Spec.Check(); err != nil {
			return sealed.Bad("has a device '%s' that cannot be opened: %v", v.Name, err)
		}
		b, err := e.registry.Open(s)
		if err != nil {
			return err
		}
		devices[i].Querier = b
	}
	b, err := e.registry.Open(device.Named(backend))
	if err != nil {
		return err
	}
	im, ok := b.(backends.Importer)
	if !ok {
		return diag.OfKind(backends.ErrUnsupported, diag.Errorf(diag.Span{}, "backend '%s' can't import the program", backend))
	}
	reg, err := ir.DeferredRegistry(dialects.All()...)
	if err != nil {
		return err
	}
	if e.program, err = im.Import(ctx, program, backends.ImportOptions{Registry: reg, Properties: o.Properties}); err != nil {
		return err
	}
	if len(e.donated) != len(e.program.Inputs()) {
		return sealed.Bad("has donation flags for %d inputs, but its program has %d inputs", len(e.donated), len(e.program.Inputs()))
	}
	e.backend, e.devices, e.memory, e.spare = b.Info().Name, devices, memoryOf(b), newSpare(e.Outputs())
	return nil
}
