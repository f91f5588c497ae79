package device

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Spec describes a device before it is opened.
type Spec struct {
	Name    string
	Backend string
	Spec    placement.Spec // the other properties of the device
	At      diag.Span      // position of the backend's name in a file, or else of the entry
	named   diag.Span      // position of the device's name in a file, or else At
	Glow    bool           // the file is in Glow's form
}

func specified(s placement.Spec) Spec {
	s.Backend = s.Kind()
	return Spec{Name: s.Name, Backend: s.Backend, Spec: s}
}

// Named returns the device with a name and no other description. Its backend is the part of the
// name before the first dot.
func Named(name string) Spec {
	backend, _, _ := strings.Cut(name, ".")
	return Spec{Name: name, Backend: backend}
}

// Parse reads a list of devices, in order of priority. The list has the names of the devices, or
// has one element: the name of a YAML file. Such a file lists devices as follows:
//
//   - name: fast
//     backend: c
//     threads: 2
//     memory: 2GiB
//     compute: 5e10               # operations per second
//     bandwidth: 2e10             # bytes per second to its own memory
//     launch: 1e-5                # seconds to start a cluster
//     links: {vm: 4e9}            # bytes per second to other devices
//     allow: [stablehlo.*]
//     deny: [stablehlo.sort]
//     sram: 256MiB                # size of fast memory
//     sram_bandwidth: 1e12        # bytes per second to the fast memory
//     peers: 256                  # maximum number of values that it receives from other devices
//
// The file can also have the form of Glow's heterogeneousConfigs.yaml, whose entries have a
// backendName. Errors in the file have a location.
//
// The parameter "listed" has devices that the caller describes. If names has the name of such a
// device, the name refers to this device. Other names can end in a range of numbers. Properties can
// follow a name, with the same keys as in a file. For example, vm.0-3:memory=2GiB:launch=1e-5 is
// four devices.
func Parse(names []string, listed ...placement.Spec) ([]Spec, error) {
	isListed := func(name string) bool {
		return slices.ContainsFunc(listed, func(s placement.Spec) bool { return s.Name == name })
	}
	if IsFile(names) && !isListed(names[0]) {
		return readDevices(names[0])
	}
	specs, err := listDevices(names, listed)
	if err != nil {
		return nil, err
	}
	return specs, unique(specs)
}

// Names returns the names of devices.
func Names(specs []Spec) []string {
	names := make([]string, len(specs))
	for i, s := range specs {
		names[i] = s.Name
	}
	return names
}

// Split splits the text of a --devices flag into names.
func Split(list string) []string { return strings.Split(list, ",") }

// IsFile reports whether names is the name of a device file instead of a list of devices.
func IsFile(names []string) bool {
	return len(names) == 1 && (strings.HasSuffix(names[0], ".yaml") || strings.HasSuffix(names[0], ".yml"))
}

func unique(specs []Spec) error {
	for i, s := range specs {
		if slices.ContainsFunc(specs[:i], func(o Spec) bool { return o.Name == s.Name }) {
			return diag.Errorf(s.named, "device '%s' is listed twice", s.Name).
				WithHelp("give each a unique name, such as " + s.Backend + ".0 and " + s.Backend + ".1")
		}
	}
	return nil
}

func readDevices(file string) ([]Spec, error) {
	src, err := diag.ReadSource("device file", file, maxDeviceFile, "name an existing file, or the devices themselves, as in --devices=vm,c")
	if err != nil {
		return nil, err
	}
	return ParseFile(withoutMark(src))
}

// ParseFile reads the text of a device file.
func ParseFile(src *diag.Source) ([]Spec, error) {
	top, err := parseYAML(src, "a device file", maxDeviceFile, deviceFileHelp)
	if err != nil {
		return nil, err
	}
	list, err := deviceList(src, top)
	if err != nil {
		return nil, err
	}
	read := ownDevices
	if slices.ContainsFunc(list.Values, isGlow) {
		read = glowDevices
	}
	specs, err := read(src, list)
	if err != nil {
		return nil, err
	}
	return specs, unique(specs)
}

// deviceList returns the list that a device file consists of.
func deviceList(src *diag.Source, top ast.Node) (*ast.SequenceNode, error) {
	list, ok := top.(*ast.SequenceNode)
	switch {
	case top == nil, top.Type() == ast.NullType, ok && len(list.Values) == 0:
		return nil, diag.Errorf(diag.Span{Src: src}, "lists no devices").
			WithHelp("write a list of entries with a name and a backend")
	case !ok:
		at := top.GetToken()
		if m, ok := top.(ast.MapNode); ok {
			if it := m.MapRange(); it.Next() { // the token of the mapping itself is its first colon
				at = it.Key().GetToken()
			}
		}
		return nil, diag.Errorf(tokenSpan(src, at), "expected a list of devices").
			WithHelp("begin each device with '- name: NAME', and indent its other keys")
	}
	return list, placement.CheckCount(len(list.Values))
}

// ownDevices reads a device file in Lathe's form.
func ownDevices(src *diag.Source, list *ast.SequenceNode) ([]Spec, error) {
	specs, entries := make([]Spec, len(list.Values)), make([]deviceEntry, len(list.Values))
	for i, n := range list.Values {
		if n.Type() == ast.NullType {
			return nil, diag.Errorf(tokenSpan(src, list.Entries[i].Start), "a device must be a mapping with a name and a backend, but is null").
				WithHelp("fill the entry in, or delete it")
		}
		var err error
		if entries[i], err = newDeviceEntry(n); err != nil {
			return nil, yamlError(src, err)
		}
		if specs[i], err = entries[i].spec(src); err != nil {
			return nil, err
		}
	}
	return specs, checkLinks(src, specs, entries)
}

// deviceEntry is one entry of a device file: its node, and the values of its keys.
type deviceEntry struct {
	node   ast.Node
	fields map[string]ast.Node
}

func newDeviceEntry(n ast.Node) (e deviceEntry, err error) {
	m, ok := n.(ast.MapNode)
	if !ok {
		return e, &entryError{n.GetToken(), "a device must be a mapping with a name and a backend", "begin each device with '- name: NAME', and indent its other keys"}
	}
	e.node = n
	e.fields, err = keyed(m, "a device", deviceKeys())
	return e, err
}

// deviceKeys returns the keys that an entry can have.
func deviceKeys() []string {
	return []string{"name", "backend", "threads", "memory", "compute", "bandwidth", "launch", "links", "allow", "deny", "sram", "sram_bandwidth", "peers"}
}

// fields returns the keys whose values the YAML library converts, with the destinations of the
// values. The keys memory and sram are missing, since their values have units.
func (s *Spec) fields(links *map[string]float64) []field {
	return []field{
		{"name", &s.Name, word{}, "a non-empty text", "fast"},
		{"backend", &s.Backend, word{}, "the name of a backend", "vm"},
		{"threads", &s.Spec.Threads, whole{}, "a whole number of threads", "2"},
		{"compute", &s.Spec.Compute, numeric{}, "a number of operations per second", "5e10"},
		{"bandwidth", &s.Spec.Bandwidth, numeric{}, "a number of bytes per second", "2e10"},
		{"launch", &s.Spec.Launch, numeric{}, "a number of seconds", "1e-5"},
		{"links", links, mapping{word{}, numeric{}}, "a mapping from devices to bytes per second", "{vm: 4e9}"},
		{"sram_bandwidth", &s.Spec.SRAMBandwidth, numeric{}, "a number of bytes per second", "1e12"},
		{"peers", &s.Spec.Peers, whole{}, "a whole number from 0 to 2^63-1", "256"},
		{"allow", &s.Spec.Allow, list{word{}}, "a list of names of operations", `["stablehlo.*"]`},
		{"deny", &s.Spec.Deny, list{word{}}, "a list of names of operations", "[stablehlo.sort]"},
	}
}

// spec returns the device of the entry, with a name and a backend.
func (e *deviceEntry) spec(src *diag.Source) (Spec, error) {
	s, err := e.values(src)
	if err != nil {
		return s, err
	}
	if n := e.fields["backend"]; n != nil {
		s.At = tokenSpan(src, n.GetToken())
	}
	derived := e.fields["backend"] == nil
	s.named = s.At
	switch name := e.fields["name"]; {
	case name == nil && derived:
		return s, diag.Errorf(s.At, "a device needs a name and a backend").WithHelp("write, for example, '- name: fast' and below it 'backend: c'")
	case name == nil:
		s.Name = s.Backend
	default:
		s.named = tokenSpan(src, name.GetToken())
	}
	if derived {
		s.Backend = Named(s.Name).Backend
	}
	s.Spec.Name, s.Spec.Backend = s.Name, s.Backend
	return s, CheckName(s, derived, s.named)
}

// values returns the properties of the entry. It does not derive a missing name or backend.
func (e *deviceEntry) values(src *diag.Source) (Spec, error) {
	s := Spec{At: tokenSpan(src, e.node.GetToken())}
	links := map[string]float64{}
	if err := e.forms(src); err != nil {
		return s, err
	}
	if err := readFields(src, e.fields, s.fields(&links)); err != nil {
		return s, err
	}
	for _, name := range s.Spec.Deny {
		if slices.Contains(s.Spec.Allow, name) {
			return s, diag.Errorf(e.places(src)[name], "'%s' is in both lists, allow and deny", name).WithHelp("remove it from one of the lists")
		}
	}
	s.Spec.Places = e.places(src)
	return s, e.figures(src, &s, links)
}

// places returns the source positions of the names in the lists "allow" and "deny".
func (e *deviceEntry) places(src *diag.Source) map[string]diag.Span {
	places := map[string]diag.Span{}
	for _, key := range []string{"deny", "allow"} {
		list, ok := e.fields[key].(*ast.SequenceNode)
		if !ok {
			continue
		}
		for _, n := range list.Values {
			places[n.GetToken().Value] = tokenSpan(src, n.GetToken())
		}
	}
	return places
}

// figures checks the numbers of the entry, and parses the numbers with units.
func (e *deviceEntry) figures(src *diag.Source, s *Spec, links map[string]float64) error {
	for _, f := range []struct {
		key  string
		into *int64
	}{{"memory", &s.Spec.Memory}, {"sram", &s.Spec.SRAM}} {
		if err := e.size(src, f.key, f.into); err != nil {
			return err
		}
	}
	if s.Spec.Peers < 0 {
		return diag.Errorf(tokenSpan(src, e.fields["peers"].GetToken()), "peers must not be negative, but is %d", s.Spec.Peers).WithHelp("use 0 for no limit")
	}
	if n, at := s.Spec.Threads, e.fields["threads"]; at != nil && !placement.ThreadsSensible(int64(n)) {
		return diag.Errorf(tokenSpan(src, at.GetToken()), "threads must be from 1 to %d, but is %d", placement.MaxThreads, n).
			WithHelp("omit it to use as many threads as the program")
	}
	for _, f := range []struct {
		key   string
		value *float64
	}{{"compute", &s.Spec.Compute}, {"bandwidth", &s.Spec.Bandwidth}, {"launch", &s.Spec.Launch}, {"sram_bandwidth", &s.Spec.SRAMBandwidth}} {
		n := e.fields[f.key]
		if n == nil {
			continue
		}
		isTime := f.key == "launch"
		value, ok := placement.Figure(*f.value, isTime)
		switch {
		case !ok && !(*f.value > 0):
			bound := "positive"
			if isTime {
				bound = "at least 0"
			}
			return diag.Errorf(tokenSpan(src, n.GetToken()), "%s must be %s, but is '%s'", f.key, bound, n).WithHelp(orDefault)
		case !ok:
			bound := "a finite number of at least 1e-15"
			if isTime {
				bound = "0 or " + bound
			}
			return diag.Errorf(tokenSpan(src, n.GetToken()), "%s must be %s, but is '%s'", f.key, bound, n).WithHelp(orDefault)
		}
		*f.value = value
	}
	if lone, other := s.Spec.LoneSRAM(); lone != "" {
		return diag.Errorf(tokenSpan(src, e.fields[lone].GetToken()), "%s has no effect without %s", lone, other).WithHelp("specify both or neither")
	}
	for _, to := range slices.Sorted(maps.Keys(links)) {
		if !(links[to] > 0) {
			return diag.Errorf(e.linkAt(src, to), "the link to '%s' must have a positive bandwidth", to).WithHelp(orDefault)
		}
		if !placement.Sensible(links[to]) {
			return diag.Errorf(e.linkAt(src, to), "the bandwidth to '%s' must be from 1e-15 to 1e+24, but is %g", to, links[to]).WithHelp(orDefault)
		}
		s.Spec.Links = append(s.Spec.Links, placement.Link{To: to, Bandwidth: links[to]})
	}
	return nil
}

const orDefault = "omit it to use the default"

// size sets *into to the number of bytes for key, if the entry has the key.
func (e *deviceEntry) size(src *diag.Source, key string, into *int64) error {
	n := e.fields[key]
	if n == nil {
		return nil
	}
	bytes, err := placement.ParseBytes(n.GetToken().Value)
	switch {
	case err == nil && bytes == 0, errors.Is(err, strconv.ErrRange):
		return diag.Errorf(tokenSpan(src, n.GetToken()), "%s must be from 1 byte to less than 8388608TiB, but is '%s'", key, n).
			WithHelp("omit the key for no limit")
	case err != nil:
		return diag.Errorf(tokenSpan(src, n.GetToken()), "%s must be a size such as 64, 32KiB or 2GB, but is '%s'", key, n).
			WithHelp("use a whole number of bytes, or omit the key for no limit")
	}
	*into = bytes
	return nil
}

// entryError is an error at a token.
type entryError struct {
	at            *token.Token
	message, help string
}

func (e *entryError) Error() string          { return e.message }
func (e *entryError) GetToken() *token.Token { return e.at }
func (e *entryError) GetMessage() string     { return e.message }

// yamlError converts an error of the YAML library to a diagnostic at its position.
func yamlError(src *diag.Source, err error) error {
	var at interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if errors.As(err, &at) && at.GetToken() != nil {
		d := diag.Errorf(tokenSpan(src, at.GetToken()), "%s", at.GetMessage())
		var ours *entryError
		if errors.As(err, &ours) {
			return d.WithHelp(ours.help)
		}
		return d.WithHelp("write each key once, on a separate line, as 'key: value', and close all brackets")
	}
	return diag.Errorf(diag.Span{Src: src}, "%v", err)
}

func tokenSpan(src *diag.Source, t *token.Token) diag.Span {
	off, ok := src.Offset(t.Position.Line, t.Position.Column)
	if !ok {
		return diag.Span{Src: src}
	}
	return diag.Span{Src: src, Start: off, End: min(off+len(t.Value), len(src.Text))}
}
