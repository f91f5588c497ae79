package hetero_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/backends/vm"
)

// TestO14Export exports and imports a program of several parts. The import must fail if a backend
// is missing, or if the file has extra bytes. The export must fail if a part cannot be exported.
// O14 is a row in docs/backends.md.
func TestO14Export(t *testing.T) {
	var blob, again bytes.Buffer
	if err := compile(t, on("vm.0", "vm.1", "ref"), hetero.Sequential).(backends.Exporter).Export(&blob); err != nil {
		t.Fatal(err)
	}
	r := backends.NewRegistry([]backends.Factory{vm.Factory(), ref.Factory(), hetero.Factory()}, backends.Config{})
	defer r.Close()
	b, err := r.Open(device.Named("hetero"))
	if err != nil {
		t.Fatal(err)
	}
	o := backends.ImportOptions{Registry: parse(t, three).Op.Registry()}
	p, err := b.(backends.Importer).Import(context.Background(), blob.Bytes(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	out, err := p.Run(context.Background(), inputs(5))
	if err != nil {
		t.Fatal(err)
	}
	wants(t, inputs(5), out)
	if err := p.(backends.Exporter).Export(&again); err != nil || !bytes.Equal(blob.Bytes(), again.Bytes()) {
		t.Errorf("the second export failed, or has different bytes: %v", err)
	}
	for value, ok := range map[string]bool{"strict": true, "fast": false} {
		o := o
		o.Properties = map[string]any{"vm.0.accuracy": value}
		p, err := b.(backends.Importer).Import(context.Background(), blob.Bytes(), o)
		if (err == nil) != ok || err != nil && !strings.Contains(err.Error(), "cannot be 'fast': the program was compiled with 'strict'") {
			t.Errorf("an import with the accuracy %s returned %v", value, err)
		}
		if err == nil {
			p.Close()
		}
	}
	h, payload, err := sealed.Unseal(blob.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(h.Running, hetero.ModeProperty+"="+hetero.Sequential) {
		t.Errorf("the header has no mode, only the properties %q", h.Running)
	}
	for i, r := range h.Running {
		if strings.HasPrefix(r, hetero.ModeProperty+"=") {
			h.Running[i] = hetero.ModeProperty + "=" + hetero.Pipelined
		}
	}
	pipelined, err := b.(backends.Importer).Import(context.Background(), sealed.Seal(h, payload), o)
	if err != nil {
		t.Fatal(err)
	}
	defer pipelined.Close()
	if mode, err := pipelined.(backends.Configured).Properties().Get(hetero.ModeProperty); err != nil || mode != hetero.Pipelined {
		t.Errorf("the imported program has mode %v; error %v", mode, err)
	}
	if _, err := b.(backends.Importer).Import(context.Background(), sealed.Seal(h, append(payload[:len(payload):len(payload)], 0)), o); !errors.Is(err, backends.ErrBlob) || !strings.Contains(err.Error(), "has extra bytes at the end: 1") {
		t.Errorf("the import of a file with an extra byte and a correct checksum returned %v", err)
	}
	lacking := backends.NewRegistry([]backends.Factory{vm.Factory(), hetero.Factory()}, backends.Config{})
	defer lacking.Close()
	if b, err = lacking.Open(device.Named("hetero")); err != nil {
		t.Fatal(err)
	}
	if _, err := b.(backends.Importer).Import(context.Background(), blob.Bytes(), o); err == nil || !strings.Contains(err.Error(), "unknown backend 'ref'") {
		t.Errorf("the import without backend ref returned %v", err)
	}
	plain := compile(t, on("vm", "vm", "other"), hetero.Sequential, wrap("other", func(context.Context) error { return nil }))
	if err := plain.(backends.Exporter).Export(&again); !errors.Is(err, backends.ErrUnsupported) || !strings.Contains(err.Error(), "'other'") {
		t.Errorf("the export of a part that can't be exported returned %v", err)
	}
}

// TestO14Settings checks that an imported program has the run options of the exported program.
func TestO14Settings(t *testing.T) {
	r := backends.NewRegistry([]backends.Factory{vm.Factory(), ref.Factory(), hetero.Factory()}, backends.Config{})
	defer r.Close()
	b, err := r.Open(device.Named("hetero"))
	if err != nil {
		t.Fatal(err)
	}
	m := parse(t, on("vm.0", "vm.1", "ref"))
	settings := map[string]any{
		hetero.ModeProperty: hetero.Pipelined, backends.StreamsProperty: 3, backends.ThreadsProperty: 1,
		backends.HintProperty: backends.HintThroughput, backends.ProfilingProperty: true,
	}
	p, err := b.Compile(context.Background(), m, backends.CompileOptions{Properties: settings})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var blob bytes.Buffer
	if err := p.(backends.Exporter).Export(&blob); err != nil {
		t.Fatal(err)
	}
	imported, err := b.(backends.Importer).Import(context.Background(), blob.Bytes(), backends.ImportOptions{Registry: m.Op.Registry()})
	if err != nil {
		t.Fatal(err)
	}
	defer imported.Close()
	for key, want := range settings {
		if got, err := imported.(backends.Configured).Properties().Get(key); err != nil || got != want {
			t.Errorf("the imported program has %s %v; error %v; want %v", key, got, err, want)
		}
	}
}
