package commands

import (
	"fmt"
	"strings"
)

// explainProgram lists the operations that are not on the first device, with the reason.
func (pl *plan) explainProgram() *ExplainReport {
	r := &ExplainReport{Schema: ExplainSchema, Role: "program"}
	for _, f := range pl.funcs {
		r.Function = strings.TrimPrefix(r.Function+","+f.Fn.SymName(), ",")
		for v, op := range f.Ops {
			if f.IsConstant(int32(v)) || f.Clusters[f.Of[v]].Device == 0 {
				continue
			}
			c := pl.Choices[op]
			m := ExplainMove{Op: pl.planOp(op), Place: placeOf(op), Device: f.DeviceName(f.Clusters[f.Of[v]].Device), Reasons: []string{}}
			if c.Pinned || int32(c.Device) != f.Clusters[f.Of[v]].Device {
				m.Reasons = append(m.Reasons, pl.reasonFor(f, int32(v)))
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
