package backends

import (
	"context"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir/diag"
)

// importProperties returns the values that an imported program has: those that it was
// compiled with, and own before them where they change nothing that was compiled.
func (c *Core) importProperties(options []string, own map[string]any) (map[string]any, error) {
	values := map[string]any{}
	for _, o := range options {
		key, text, _ := strings.Cut(o, "=")
		values[key] = text
	}
	if _, err := c.properties.checked(values); err != nil {
		return nil, sealed.Bad("was compiled with properties that are not there: %v", err)
	}
	for key, v := range own {
		d, err := c.properties.lookup(key, true)
		if err != nil {
			return nil, err
		}
		given, err := d.value(v)
		if err != nil {
			return nil, err
		}
		if d.Compiles && !slices.Contains(options, key+"="+textOf(given)) {
			return nil, diag.OfKind(ErrBadValue, diag.Errorf(diag.Span{}, "property '%s' can't be '%s' here: the program was compiled with '%v'", key, textOf(v), values[key]).
				WithHelp("compile its module with the value"))
		}
		values[key] = given
	}
	return values, nil
}

// ImportSettings opens a blob of the backend whose header h is and returns its payload,
// and the settings of the program. It fails without ctx, and where o has no registry.
func (c *Core) ImportSettings(ctx context.Context, h ProgramHeader, blob []byte, o ImportOptions) ([]byte, *Settings, error) {
	if ctx == nil {
		return nil, nil, noContext("an import")
	}
	if o.Registry == nil {
		return nil, nil, diag.Errorf(diag.Span{}, "backend '%s' can't import a program without a registry", c.info.Name).
			WithHelp("set ImportOptions.Registry to one with the dialects of the program's types")
	}
	payload, options, err := h.Open(blob)
	if err != nil {
		return nil, nil, err
	}
	values, err := c.importProperties(options, o.Properties)
	if err != nil {
		return nil, nil, err
	}
	s, err := c.Settings(values)
	return payload, s, err
}

// Header is the header of programs that were compiled with s; of any where s is nil.
func (c *Core) Header(fingerprint string, s *Settings) ProgramHeader {
	h := ProgramHeader{Backend: c.info.Name, Version: c.info.Version, Fingerprint: fingerprint}
	if s != nil {
		h.Options = s.Properties.Compiling()
	}
	return h
}
