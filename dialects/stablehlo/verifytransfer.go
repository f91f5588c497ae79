package stablehlo

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir"
)

// Values of the field "type" of #stablehlo.channel_handle.
const (
	deviceToDevice = 1
	deviceToHost   = 2
	hostToDevice   = 3
)

// checkTransfer checks the type of a channel. For a transfer to or from the host, it must be
// "want". The error contains "name".
func checkTransfer(c *ChannelHandle, host bool, want int64, name string) error {
	switch {
	case !host && c.Type != deviceToDevice:
		return fmt.Errorf("channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false")
	case host && c.Type != want:
		return fmt.Errorf("channel_type should be %s when is_host_transfer is true", name)
	}
	return nil
}

// Verify implements ir.Verifier.
func (o Send) Verify() error {
	err := checkTransfer(o.ChannelHandle(), o.IsHostTransfer(), deviceToHost, "DEVICE_TO_HOST")
	return checkResults(o.Op, []ir.Type{Token()}, err)
}

// Verify implements ir.Verifier.
func (o Recv) Verify() error {
	if err := checkTransfer(o.ChannelHandle(), o.IsHostTransfer(), hostToDevice, "HOST_TO_DEVICE"); err != nil {
		return at(o.Op, err)
	}
	return at(o.Op, checkReceived(o.Op.ResultTypes(),
		"everything but the last element of result types is expected to be of tensor type, but got '%s'"))
}

// checkReceived requires tensor types followed by the token type. "words" is the format of the
// error for a type that is not a tensor type.
func checkReceived(ts []ir.Type, words string) error {
	if len(ts) == 0 {
		return fmt.Errorf("result is expected to be at least of size 1, but got 0")
	}
	last := ts[len(ts)-1]
	for _, t := range ts[:len(ts)-1] {
		if !isAnyTensor(t) {
			return fmt.Errorf(words, t)
		}
	}
	if last != Token() {
		return fmt.Errorf("last element of result types is expected to be of token type, but got '%s'", last)
	}
	return nil
}

// Verify implements ir.Verifier.
func (o Infeed) Verify() error {
	ts := o.Op.ResultTypes()
	if err := checkReceived(ts, "all elements of result types, except the last element, are expected to be of tensor type, but got '%s'"); err != nil {
		return at(o.Op, err)
	}
	return at(o.Op, checkLayouts(o.Layout(), len(ts)-1))
}

func checkLayouts(a ir.Attr, n int) error {
	d, ok := ir.AttrAs[*ir.ArrayAttr](a)
	if !ok {
		return nil
	}
	if len(d.Elems) != n {
		return fmt.Errorf("layout-attribute size must be %d (which is the number of op-results - 1 (for token result)), but got %d", n, len(d.Elems))
	}
	for _, e := range d.Elems {
		leaf, ok := ir.AttrAs[*ir.ArrayAttr](e)
		if !ok {
			return fmt.Errorf("layout-attribute expected to have elements of type array, but got %s", e)
		}
		for _, i := range leaf.Elems {
			if !ir.IsAttr[*ir.IntAttr](i) {
				return fmt.Errorf("layout-attribute's leaf elements are expected to be of type integer, but got %s", i)
			}
		}
	}
	return nil
}

// Verify implements ir.Verifier.
func (o Outfeed) Verify() error { return checkResults(o.Op, []ir.Type{Token()}, nil) }

// Verify implements ir.Verifier.
func (o ReplicaID) Verify() error { return checkProcessID(o.Op) }

// Verify implements ir.Verifier.
func (o PartitionID) Verify() error { return checkProcessID(o.Op) }

func checkProcessID(op *ir.Op) error {
	u32 := ir.NewType(&ir.IntType{Bits: 32, Sign: ir.Unsigned})
	return checkResults(op, []ir.Type{ir.Tensor(u32)}, nil)
}
