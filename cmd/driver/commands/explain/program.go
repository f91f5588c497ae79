package explain

import (
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
)

// explainProgram lists the operations that are not on the first device, with the reason.
func (pl explainer) explainProgram() *Report {
	r := &Report{Schema: Schema, Role: "program"}
	for _, f := range pl.Funcs {
		r.Function = strings.TrimPrefix(r.Function+","+f.Fn.SymName(), ",")
		for v, op := range f.Ops {
			if f.IsConstant(int32(v)) || f.Clusters[f.Of[v]].Device == 0 {
				continue
			}
			c := pl.Choice(op)
			m := Move{Op: pl.ReportOp(op), Place: plan.PlaceOf(op), Device: f.DeviceName(f.Clusters[f.Of[v]].Device), Reasons: []string{}}
			if c.Pinned || int32(c.Device) != f.Clusters[f.Of[v]].Device {
				m.Reasons = append(m.Reasons, pl.ReasonFor(f, int32(v)))
			}
			for i := range min(c.Device, len(c.Refused)) {
				if c.Refused[i] != "" {
					m.Reasons = append(m.Reasons, fmt.Sprintf("%s refuses it: %s", pl.Devices[i].Name, c.Refused[i]))
				}
			}
			r.Moved = append(r.Moved, m)
		}
	}
	return r
}
