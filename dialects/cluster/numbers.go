package cluster

import (
	"fmt"
	"slices"
)

// NumberClash is a contradiction between the device ids ([Part.Logical]) of two parts. Part and
// Other are the indices of the parts in the argument of [Clash]. The indices are equal if a part
// contradicts itself.
type NumberClash struct {
	Part, Other int
	Message     string
}

// NumberHelp tells a user how to resolve a [NumberClash].
const NumberHelp = "equal numbers denote one device, and different numbers denote different devices: change a number or a device"

// Clash finds a contradiction between parts of one program: two devices with the same id, or two
// ids for the same device. It returns nil if there is none. If all parts are on one device, for
// example for profiling, this device may have several ids. Clash ignores a part whose number of ids
// differs from its number of devices.
func Clash(parts []Part) *NumberClash {
	type holder struct {
		part   int
		id     int64
		device string
	}
	byID, byDevice := map[int64]holder{}, map[string]holder{}
	apart := severalDevices(parts)
	for i, p := range parts {
		if len(p.Logical) != len(p.Devices) {
			continue
		}
		for k, id := range p.Logical {
			h := holder{i, id, p.Devices[k]}
			if o, met := byID[id]; met && o.device != h.device {
				return &NumberClash{i, o.part, fmt.Sprintf("device number %d is '%s' for partition '%s', but '%s' for partition '%s'", id, h.device, p.Name, o.device, parts[o.part].Name)}
			}
			if o, met := byDevice[h.device]; met && o.id != id && apart {
				return &NumberClash{i, o.part, fmt.Sprintf("device '%s' is number %d for partition '%s', but number %d for partition '%s'", h.device, id, p.Name, o.id, parts[o.part].Name)}
			}
			byID[id], byDevice[h.device] = h, h
		}
	}
	return nil
}

func severalDevices(parts []Part) bool {
	var names []string
	for _, p := range parts {
		names = append(names, p.Devices...)
	}
	slices.Sort(names)
	return len(slices.Compact(names)) > 1
}
