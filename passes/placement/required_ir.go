package placement

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// CheckRequired fails for each device that is required, but runs nothing: idle says why one
// of the devices does, as the end of the sentence, and what to do.
func CheckRequired(required, devices []string, runs func(device string) bool, idle func(device string) (why string, help []string)) error {
	var errs diag.List
	for _, name := range required {
		switch {
		case runs(name):
		case !slices.Contains(devices, name):
			errs = append(errs, diag.Errorf(diag.Span{}, "device '%s' is required, but the devices are '%s'", name, strings.Join(devices, "', '")).
				WithHelp("add it to the list of devices"))
		default:
			why, help := idle(name)
			d := diag.Errorf(diag.Span{}, "device '%s' is required, but runs nothing%s", name, why)
			for _, h := range help {
				d.WithHelp(h)
			}
			errs = append(errs, d)
		}
	}
	return errs.Err()
}
