package backends

import (
	"context"

	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir/diag"
)

// ImportSettings returns the payload and the settings of the exported program blob, whose header
// must match h. It fails if ctx or the registry of o is missing.
func (c *Core) ImportSettings(ctx context.Context, h sealed.Header, blob []byte, o ImportOptions) ([]byte, *Settings, error) {
	if ctx == nil {
		return nil, nil, NoContext("an import")
	}
	if o.Registry == nil {
		return nil, nil, diag.Errorf(diag.Span{}, "backend '%s' can't import a program without a registry", c.info.Name).
			WithHelp("set ImportOptions.Registry to one with the dialects of the program's types")
	}
	payload, got, err := h.Open(blob)
	if err != nil {
		return nil, nil, err
	}
	if o.Fresh {
		got.Running = nil
	}
	values, err := c.properties.Imported(got.Options, got.Running, o.Properties)
	if err != nil {
		return nil, nil, err
	}
	s, err := c.Settings(values)
	return payload, s, err
}

// Header returns the header of programs that were compiled with s. If s is nil, the header has no
// options.
func (c *Core) Header(fingerprint string, s *Settings) sealed.Header {
	h := sealed.Header{Backend: c.info.Name, Version: c.info.Version, Fingerprint: fingerprint}
	if s != nil {
		h.Options, h.Running = s.Properties.Compiling(), s.Properties.Running()
	}
	return h
}
