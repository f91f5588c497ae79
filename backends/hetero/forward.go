package hetero

import (
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/diag"
)

// forwarded returns the properties with which parts on a device are compiled. They override the
// properties of b, the backend of the device. A property for the device, such as vm.1.threads,
// overrides a property of the program. Properties that apply to whole runs are not forwarded:
// streams, the performance hint, profiling and the mode.
func forwarded(s *backends.Settings, b backends.Backend, device string) map[string]any {
	values := running(s, b, device)
	for _, key := range []string{backends.DisableProperty, backends.EnableProperty, backends.AccuracyProperty, backends.TuningProperty} {
		if _, there := values[key]; !there {
			forward(s, b, key, values)
		}
	}
	return values
}

// running returns the forwarded properties that also apply to imported parts.
func running(s *backends.Settings, b backends.Backend, device string) map[string]any {
	values := map[string]any{}
	forward(s, b, backends.ExclusiveProperty, values)
	forward(s, b, backends.PriorityProperty, values)
	forward(s, b, backends.ThreadsProperty, values)
	if own, err := b.Properties().Internal(backends.ThreadsProperty); err == nil && s.Streams > 0 {
		threads, _ := own.(int)
		if v, given := values[backends.ThreadsProperty]; given {
			threads = v.(int)
		}
		if threads == 0 {
			threads = runtime.GOMAXPROCS(0)
		}
		values[backends.ThreadsProperty] = max(1, threads/s.Streams) // for each concurrent run
	}
	maps.Copy(values, s.Properties.ForDevice(device))
	return values
}

// forward adds a property to a map, if it was set and b has it.
func forward(s *backends.Settings, b backends.Backend, key string, to map[string]any) {
	if _, err := b.Properties().Internal(key); err != nil {
		return
	}
	if v, given := s.Properties.Given(key); given {
		to[key] = v
	}
}

// checkDevices fails if a property such as vm.1.threads is for a device that runs no part.
func checkDevices(s *backends.Settings, devices []string) error {
	left := s.Properties.Foreign()
	for _, d := range devices {
		for key := range s.Properties.ForDevice(d) {
			left = slices.DeleteFunc(left, func(k string) bool { return k == d+"."+key })
		}
	}
	if len(left) == 0 {
		return nil
	}
	return diag.OfKind(backends.ErrUnknownProperty, diag.Errorf(diag.Span{}, "property '%s' is for a device that runs no part of the program; parts run on %s", left[0], strings.Join(devices, ", ")))
}
