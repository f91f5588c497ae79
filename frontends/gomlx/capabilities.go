package gomlx

import (
	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
)

// Capabilities implements backends.Backend. It lists all operations of GoMLX, except those that are
// collective and those that have no builder method.
func (b *Backend) Capabilities() backends.Capabilities {
	c := backends.Capabilities{Operations: map[backends.OpType]bool{}, DTypes: map[dtypes.DType]bool{}}
	for _, op := range backends.OpTypeValues() {
		switch op {
		case backends.OpTypeInvalid, backends.OpTypeLast, backends.OpTypeBroadcast, backends.OpTypeSelectAndScatterSum,
			backends.OpTypeAllReduce, backends.OpTypeCollectiveBroadcast, backends.OpTypeAllGather:
		default:
			c.Operations[op] = true
		}
	}
	for _, d := range supported() {
		c.DTypes[d] = true
	}
	return c
}
