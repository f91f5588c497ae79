package clusterverify

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// part checks the attribute cluster.part of a cluster: its devices and its memory.
func (v *verifier) part(op *ir.Op, device string, body *ir.Block) {
	p, ok := cluster.PartOf(op)
	if !ok {
		return
	}
	if len(p.Devices) > 0 && !slices.Contains(p.Devices, device) {
		v.fail(ir.Errorf(op, "runs on device '%s', which is not among the devices in its attribute %s", device, cluster.PartAttr))
	}
	for _, d := range p.Devices {
		v.device(op, d)
	}
	if v.any || p.Memory == (cluster.PartMemory{}) {
		return
	}
	if got := irplace.PartMemory(irplace.ClusterMemory(op, body, int(p.Memory.Contexts), v.insides)); got != p.Memory {
		v.fail(ir.Errorf(op, "needs %d bytes (%+v), but its attribute %s has %d (%+v)", got.Size(), got, cluster.PartAttr, p.Memory.Size(), p.Memory))
	}
}

// parts checks the parts of f together. Their logical ids must not contradict their devices (see
// [cluster.Clash]), and each device with a memory limit must have room for its parts. Devices in
// "full" are skipped, since the method memory has reported errors about them.
func (v *verifier) parts(f fn.Func, full []string) {
	var ops []*ir.Op
	var parts []cluster.Part
	for _, s := range v.steps(f) {
		p, ok := cluster.PartOf(s.op)
		if !ok {
			continue
		}
		if len(p.Devices) == 0 {
			p.Devices = []string{s.device}
		}
		ops, parts = append(ops, s.op), append(parts, p)
	}
	if c := cluster.Clash(parts); c != nil {
		v.fail(ir.NoteAt(ir.Errorf(ops[c.Part], "%s", c.Message), ops[c.Other], "the other cluster").WithHelp(cluster.NumberHelp))
	}
	for _, device := range v.limited {
		bytes := int64(0)
		for _, p := range parts {
			if slices.Contains(p.Devices, device) {
				bytes = min(bytes+p.Reserved(), math.MaxInt64/2)
			}
		}
		if limit := v.limits[device]; bytes > limit && !slices.Contains(full, device) {
			v.fail(ir.Errorf(f.Op, "@%s needs %d bytes for its partitions on device '%s', which holds %d", f.SymName(), bytes, device, limit).
				WithHelp("ask for fewer contexts or replicas, put a partition on another device, or correct the memory of the device in " + cluster.DevicesAttr))
		}
	}
}
