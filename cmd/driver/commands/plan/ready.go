package plan

import (
	"slices"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// warnUnready prints one warning for each backend whose devices cannot run on this machine.
// Planning does not need them to run.
func (p *Planner) warnUnready(devices []irplace.Device) {
	var warned []string
	for _, d := range devices {
		b, ok := d.Querier.(backends.ReadyChecker)
		if !ok || slices.Contains(warned, d.Backend) {
			continue
		}
		if err := b.Ready(); err != nil {
			warned = append(warned, d.Backend)
			p.warnOne(diag.Warningf(diag.Span{}, "%s can't run here: %s", d.Backend, diag.Messages(err)))
		}
	}
}
