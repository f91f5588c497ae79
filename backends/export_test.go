package backends

import (
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/ir/diag"
)

// ParseDeviceFile reads the text of a device file.
func ParseDeviceFile(src *diag.Source) ([]device.Spec, error) { return device.ParseFile(src) }
