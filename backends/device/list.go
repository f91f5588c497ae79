package device

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Hetero is the prefix of OpenVINO's lists of devices, as in HETERO:vm,c. It is not the name of a
// device.
const Hetero = "HETERO"

// listDevices returns the devices of a list of entries. The caller describes the devices in listed.
func listDevices(entries []string, listed []placement.Spec) ([]Spec, error) {
	if err := placement.CheckCount(len(entries)); err != nil {
		return nil, err
	}
	var specs []Spec
	for _, entry := range entries {
		if entry = strings.TrimSpace(entry); entry == "" {
			return nil, diag.Errorf(diag.Span{}, "the list of devices has an empty name").
				WithHelp("separate names by single commas: --devices=vm,c")
		}
		more, err := entryDevices(entry, listed)
		if err != nil {
			return nil, err
		}
		specs = append(specs, more...)
	}
	return specs, placement.CheckCount(len(specs))
}

// entryDevices returns the devices of one entry. The entry is NAME, or NAME.FIRST-LAST for several
// devices, followed by :KEY=VALUE for each property.
func entryDevices(entry string, listed []placement.Spec) ([]Spec, error) {
	name, figures := entry, ""
	if indexOf(listed, entry) < 0 {
		name, figures, _ = strings.Cut(entry, ":")
	}
	names := []string{name}
	if indexOf(listed, name) < 0 {
		var err error
		if names, err = numbered(name); err != nil {
			return nil, err
		}
	}
	said, err := listValues(name, figures)
	if err != nil {
		return nil, err
	}
	specs := make([]Spec, len(names))
	for i, name := range names {
		s, derived := Named(name), said.Spec.Backend == ""
		if k := indexOf(listed, name); k >= 0 {
			s = specified(listed[k])
			derived = derived && listed[k].Backend == ""
		}
		own := s.Spec
		s.Spec = said.Spec.Or(own)
		s.Spec.Name, s.Spec.Places = own.Name, own.Places
		if said.Spec.Backend != "" {
			s.Backend = said.Spec.Backend
		} else {
			s.Spec.Backend = own.Backend
		}
		if err := CheckName(s, derived, s.At); err != nil {
			return nil, err
		}
		specs[i] = s
	}
	return specs, nil
}

func indexOf(listed []placement.Spec, name string) int {
	return slices.IndexFunc(listed, func(s placement.Spec) bool { return s.Name == name })
}

var numberRange = regexp.MustCompile(`^(.*\.)([0-9]+)-([0-9]+)$`)

// numbered returns the names in a range: vm.0, vm.1 and vm.2 for vm.0-2. If name has no range, it
// returns only name.
func numbered(name string) ([]string, error) {
	m := numberRange.FindStringSubmatch(name)
	if m == nil {
		return []string{name}, nil
	}
	first, err := strconv.ParseUint(m[2], 10, 31)
	last, err2 := strconv.ParseUint(m[3], 10, 31)
	if err != nil || err2 != nil {
		return nil, diag.Errorf(diag.Span{}, "the range of devices '%s' has a number that is larger than %d", name, math.MaxInt32)
	}
	if first > last {
		return nil, diag.Errorf(diag.Span{}, "the range of devices '%s' must not be descending", name).
			WithHelp("write the smaller number first, as in vm.0-3 for vm.0, vm.1, vm.2 and vm.3")
	}
	if err := placement.CheckCount(int(last - first + 1)); err != nil {
		return nil, err
	}
	var names []string
	for n := first; n <= last; n++ {
		names = append(names, fmt.Sprint(m[1], n))
	}
	return names, nil
}

// listKeys returns the keys that an entry of a list can have.
func listKeys() []string {
	return []string{"backend", "threads", "memory", "compute", "bandwidth", "launch", "sram", "sram_bandwidth", "peers"}
}

// listValues reads the properties after a name in a list, such as memory=2GiB:launch=1e-5, like an
// entry of a device file.
func listValues(name, figures string) (Spec, error) {
	if figures == "" {
		return Spec{}, nil
	}
	var pairs []string
	for _, f := range strings.Split(figures, ":") {
		key, value, ok := strings.Cut(f, "=")
		if !ok || strings.TrimSpace(key) == "" {
			d := diag.Errorf(diag.Span{}, "'%s' after device '%s' must be KEY=VALUE", f, name).WithHelp("write each property as in vm.0-3:memory=2GiB:launch=1e-5")
			if name == Hetero {
				d.Help = []string{"remove '" + Hetero + ":', since a program is divided among all devices of a list"}
			}
			return Spec{}, d
		}
		if slices.Contains(deviceKeys(), key) && !slices.Contains(listKeys(), key) {
			return Spec{}, diag.Errorf(diag.Span{}, "device '%s' can't have the key '%s' in a list", name, key).
				WithHelp("describe the device in a file, and name the file: --devices=devices.yaml")
		}
		pairs = append(pairs, key+": "+value)
	}
	src := diag.NewSource("device "+name, []byte("{"+strings.Join(pairs, ", ")+"}"))
	top, err := parseYAML(src, "a list of devices", maxDeviceFile, deviceFileHelp)
	if err != nil {
		return Spec{}, err
	}
	m, ok := top.(ast.MapNode)
	if !ok {
		return Spec{}, diag.Errorf(diag.Span{Src: src}, "properties of a device must be KEY=VALUE").WithHelp("write each property as in vm.0-3:memory=2GiB:launch=1e-5")
	}
	e := deviceEntry{node: top}
	if e.fields, err = keyed(m, "a device in a list", listKeys()); err != nil {
		return Spec{}, yamlError(src, err)
	}
	s, err := e.values(src)
	s.Spec.Backend = s.Backend
	return s, err
}
