package cluster

import (
	"fmt"
	"slices"
)

// NumberClash is two parts whose numbers of devices contradict their devices, by their
// places in a list; they may be one.
type NumberClash struct {
	Part, Other int
	Message     string
}

// NumberHelp is how such a contradiction is resolved.
const NumberHelp = "equal numbers are one device, and different numbers are devices of their own: change a number, or a device"

// Clash finds parts of one program that give a device two numbers, or a number two devices;
// nil if there are none. Where everything is on one device, as for profiling, numbers may
// differ.
func Clash(parts []Part) *NumberClash {
	devices, numbers := map[int64]string{}, map[string]int64{}
	ofDevice, ofNumber := map[string]int{}, map[int64]int{}
	apart := slices.ContainsFunc(parts, func(p Part) bool { return !slices.Equal(p.Devices, parts[0].Devices) || len(p.Devices) > 1 })
	for i, p := range parts {
		if len(p.Logical) != len(p.Devices) {
			continue
		}
		for k, id := range p.Logical {
			name := p.Devices[k]
			if other, ok := devices[id]; ok && other != name {
				first := ofNumber[id]
				return &NumberClash{i, first, fmt.Sprintf("device number %d is '%s' for partition '%s', but '%s' for partition '%s'", id, name, p.Name, other, parts[first].Name)}
			}
			if other, ok := numbers[name]; ok && other != id && apart {
				first := ofDevice[name]
				return &NumberClash{i, first, fmt.Sprintf("device '%s' is number %d for partition '%s', but number %d for partition '%s'", name, id, p.Name, other, parts[first].Name)}
			}
			if _, ok := devices[id]; !ok {
				devices[id], ofNumber[id] = name, i
			}
			if _, ok := numbers[name]; !ok {
				numbers[name], ofDevice[name] = id, i
			}
		}
	}
	return nil
}
