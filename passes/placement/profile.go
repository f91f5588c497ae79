package placement

import (
	"bytes"
	"encoding/json"

	"github.com/lathe-ir/lathe/ir/diag"
)

// ProfileSchema identifies the format of a stored profile.
const ProfileSchema = "lathe.profile/1"

// maxProfile is the largest size of a file with a profile, in bytes.
const maxProfile = 1 << 26

const profileHelp = "write a profile with lathe run --profile-to=FILE"

// Profile has measured times of a program's operations. These times replace estimates.
type Profile struct {
	Schema string                `json:"schema"`
	Ops    []ProfiledOp          `json:"ops"`
	by     map[profiled]measured // nil until index creates it
}

// ProfiledOp is the time of an operation on a device.
type ProfiledOp struct {
	Device  string  `json:"device"`
	Op      uint32  `json:"op"`   // id
	Kind    string  `json:"kind"` // name of the operation, "stablehlo.add"
	Seconds float64 `json:"seconds"`
}

// profiled is the key of a time: a device or a backend, and the id of an operation. The time for
// the backend vm is a time on a device of this name, such as vm or vm.1.
type profiled struct {
	name    string
	backend bool
	id      uint32
}

// measured is the kind and the time of an operation.
type measured struct {
	kind    string
	seconds float64
}

// ReadProfile reads a stored profile.
func ReadProfile(file string) (*Profile, error) {
	src, err := diag.ReadSource("profile", file, maxProfile, profileHelp)
	if err != nil {
		return nil, err
	}
	return ParseProfile(src)
}

// ParseProfile reads the text of a stored profile.
func ParseProfile(src *diag.Source) (*Profile, error) {
	if err := src.CheckSize("a profile", maxProfile, profileHelp); err != nil {
		return nil, err
	}
	var raw struct {
		Schema string          `json:"schema"`
		Ops    json.RawMessage `json:"ops"`
	}
	if d := diag.ReadJSON(diag.Span{Src: src, End: len(src.Text)}, &raw); d != nil {
		return nil, notProfile(d.Span, d.Message)
	}
	if raw.Schema != ProfileSchema {
		return nil, notProfile(diag.Span{Src: src}, "expected schema "+ProfileSchema+", but got '"+raw.Schema+"'")
	}
	p := &Profile{Schema: raw.Schema}
	if err := p.readOps(src, raw.Ops); err != nil {
		return nil, err
	}
	return p, nil
}

func notProfile(at diag.Span, what string) error {
	return diag.Errorf(at, "is not a profile: %s", what).WithHelp(profileHelp)
}

// readOps reads the list of operations, which is part of src. It stops at the first invalid entry,
// so that a long list of invalid entries takes no memory.
func (p *Profile) readOps(src *diag.Source, text []byte) error {
	start := bytes.Index(src.Text, text)
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t == nil {
		return nil // no list
	} else if t != json.Delim('[') {
		return notProfile(diag.Span{Src: src, Start: start, End: start + len(text)}, "ops must be a list")
	}
	var one json.RawMessage
	for d.More() {
		if err := d.Decode(&one); err != nil {
			return err
		}
		end := start + int(d.InputOffset())
		at := diag.Span{Src: src, Start: end - len(one), End: end}
		var o ProfiledOp
		if d := diag.ReadJSON(at, &o); d != nil {
			return notProfile(d.Span, d.Message)
		}
		if o.Device == "" || o.Kind == "" {
			return notProfile(at, "each operation must have a device and a kind")
		}
		if o.Seconds != 0 && !Sensible(o.Seconds) {
			return notProfile(at, "a time must be 0, or from 1e-15 to 1e+24 seconds")
		}
		p.Ops = append(p.Ops, o)
	}
	return nil
}

// find returns the measured time of an operation on a device. If no time was measured on the
// device, find returns the time for the device's backend. ok is false if there is none either, or
// if the measured operation is of another kind.
func (p *Profile) find(s *Spec, id uint32, kind string) (seconds float64, ok bool) {
	o, ok := p.by[profiled{s.Name, false, id}]
	if !ok {
		o, ok = p.by[profiled{s.Kind(), true, id}]
	}
	return o.seconds, ok && o.kind == kind
}

// index prepares lookups. If several entries have the same key, the last of them counts.
func (p *Profile) index() {
	if p.by != nil {
		return
	}
	p.by = make(map[profiled]measured, 2*len(p.Ops))
	for _, o := range p.Ops {
		entry := measured{o.Kind, o.Seconds}
		p.by[profiled{o.Device, false, o.Op}] = entry
		p.by[profiled{backendOf(o.Device), true, o.Op}] = entry
	}
}

// Measured sets the profile whose times replace estimates, and returns m; p may be nil.
func (m *Model) Measured(p *Profile) *Model {
	if p != nil {
		p.index()
	}
	m.profile = p
	return m
}
