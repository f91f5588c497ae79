package irplace

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// CheckRequired returns an error for each required device that runs nothing, that is, for which
// runs(name) is false. If the device is in devices, the error contains the results of idle(name):
// the reason, as the end of a sentence, and help texts.
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

// UnknownCandidate returns an error if op lists a candidate that is not one of the given devices.
func UnknownCandidate(op *ir.Op, devices []string) *diag.Diagnostic {
	for _, name := range cluster.Candidates(op) {
		if !slices.Contains(devices, name) {
			return ir.Errorf(op, "lists device '%s' in %s, but the devices are '%s'", name, cluster.CandidatesAttr, strings.Join(devices, "', '")).
				WithHelp("add '" + name + "' to the list of devices, or take it out of the attribute")
		}
	}
	return nil
}
