// Package sparsenn is the partition strategy for recommendation models. It spreads the table
// lookups of a model ("tables") over devices. The operations that are not placed with a table run
// on each of these devices. This is Glow's strategy.
//
// A table is placed with the nn.clip operations after it. The option "pair" lists other kinds of
// operations that are placed with the tables before them. Producers that only the table and these
// operations read are also placed with the table. Other operations on which tables depend form a
// partition that runs first. Glow differs here: it places all tables that read the result of one
// operation on one device, where they may not fit.
package sparsenn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/fleet"
)

// Strategy is the strategy sparsenn.
type Strategy struct{}

// Name returns "sparsenn".
func (Strategy) Name() string { return "sparsenn" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string {
	return fleet.Reads("cards", "table-units", "rest-units", "join-outputs", "by-time", "pair", "big-table")
}

// Fleet implements [placement.FleetStrategy].
func (Strategy) Fleet() {}

// Partition implements [placement.Strategy].
func (s Strategy) Partition(ctx context.Context, g *placement.Graph, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := fleet.New(g, o)
	if err != nil {
		return nil, err
	}
	d := &divider{f: f, g: g, o: o}
	sets, err := d.divide()
	if err != nil {
		return nil, err
	}
	if err := f.CheckOrder(sets); err != nil {
		return nil, err
	}
	return f.Finish(sets, o, s.Name())
}

type divider struct {
	f *fleet.Fleet
	g *placement.Graph
	o placement.Options

	units []*unit
	of    []*unit // the unit of each node; nil if the node is in no unit
}

// unit is a table lookup and the operations placed with it. If an operation would be placed with
// two lookups, both are in one unit.
type unit struct {
	nodes    []int32
	frontier []int32 // values that leave the unit
	bytes    int64
	cost     float64
}

// card is a device with the tables assigned to it.
type card struct {
	*placement.Tally
	room  int64 // bytes for tables
	units []*unit
	cost  float64
}

func (d *divider) divide() ([]*fleet.Set, error) {
	if err := checkPairs(d.o.Pair); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(d.f.Order, func(v int32) bool { return isTable(d.g.Kind(v)) }) {
		return nil, errors.New("no operation looks up rows of a table, such as nn.sparse_lengths_sum")
	}
	if err := d.alike(); err != nil {
		return nil, err
	}
	d.find()
	pre, rest := d.others()
	class := d.f.Of[d.units[0].nodes[0]]
	restSet, other := d.f.Set(class, rest), d.f.Set(class, slices.Clone(pre)).Needs()
	if len(rest) > 0 {
		other += restSet.Needs()
	}
	rooms := d.rooms(other)
	if len(rooms) == 0 {
		return nil, &placement.NodeError{
			Node:    append(rest, pre...)[0],
			Message: fmt.Sprintf("the operations without tables need %d bytes, but a device has %d", other, d.f.Classes[class].Memory),
			Help:    "give the devices more memory" + d.f.Fewer(),
		}
	}
	if d.o.Cards > len(rooms) {
		return nil, &placement.NodeError{
			Node:    append(rest, pre...)[0],
			Message: fmt.Sprintf("the operations without tables need %d bytes, and %d devices are requested for tables, but only %d have more memory", other, d.o.Cards, len(rooms)),
			Help:    "give the devices more memory, or request fewer devices" + d.f.Fewer(),
		}
	}
	cards := d.spread(d.useful(rooms))
	if cards == nil {
		return nil, d.tooLarge(class, rooms)
	}
	return d.sets(class, cards, pre, rest, restSet)
}

func (d *divider) tooLarge(class int, rooms []int64) error {
	u := d.largest()
	largest := d.f.Set(class, slices.Clone(u.nodes))
	return &placement.NodeError{
		Node: u.nodes[0],
		Message: fmt.Sprintf("tables do not fit on up to %d devices: besides the operations without tables, each device has room for %s bytes, and the largest table needs %d%s",
			len(rooms), span(rooms), largest.Needs(), largest.Copies()),
		Help: "give the devices more memory, or list more devices" + d.f.Fewer(),
	}
}

// rooms returns the memory that each device has left for tables, largest first. It leaves out
// devices that have no memory left. The parameter "other" is the memory of the operations without
// tables.
func (d *divider) rooms(other int64) (rooms []int64) {
	for _, i := range d.f.Classes[0].Devices {
		switch memory := d.f.Model.Specs[i].Memory; {
		case memory == 0:
			rooms = append(rooms, math.MaxInt64)
		case memory > other:
			rooms = append(rooms, memory-other)
		}
	}
	slices.SortFunc(rooms, func(a, b int64) int { return cmp.Compare(b, a) })
	return rooms
}

// useful returns the rooms that are large enough for the smallest unit. It returns all rooms if
// fewer than requested, or none, are large enough.
func (d *divider) useful(rooms []int64) []int64 {
	least := d.needs(slices.MinFunc(d.units, func(a, b *unit) int { return cmp.Compare(d.needs(a), d.needs(b)) }))
	n := len(rooms)
	for n > 0 && rooms[n-1] < least {
		n--
	}
	if n == 0 || n < d.o.Cards {
		return rooms
	}
	return rooms[:n]
}

func span(rooms []int64) string {
	least, most := rooms[len(rooms)-1], rooms[0]
	if least == most {
		return strconv.FormatInt(most, 10)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// unlike returns the error about an operation that is not accepted by the same devices as the first
// operation in the order of the fleet.
func (d *divider) unlike() error {
	class := func(v int32) string {
		var names []string
		for _, i := range d.f.Classes[d.f.Of[v]].Devices {
			names = append(names, d.g.DeviceName(i))
		}
		if names == nil {
			return "no device"
		}
		return strings.Join(names, ", ")
	}
	first := d.f.Order[0]
	other := first
	for _, v := range d.f.Order {
		if d.f.Of[v] != d.f.Of[first] {
			other = v
			break
		}
	}
	return &placement.NodeError{
		Node:    other,
		Message: fmt.Sprintf("is supported by %s, but '%s' is supported by %s: tables are spread over devices of one backend that support all operations", class(other), d.g.Name(first), class(first)),
		Help:    "list devices of one backend that support all operations",
	}
}

// alike fails if not all operations are accepted by the same devices of one backend, or if there
// are fewer such devices than requested.
func (d *divider) alike() error {
	if !d.f.Homogeneous() {
		return d.unlike()
	}
	if n := len(d.f.Classes[0].Devices); d.o.Cards > n {
		are := "are"
		if n == 1 {
			are = "is"
		}
		return fmt.Errorf("expected %d devices for tables, but there %s %d", d.o.Cards, are, n)
	}
	return nil
}

// others returns the nodes that are in no unit: pre has the nodes on which some unit depends, and
// rest has the remaining nodes.
func (d *divider) others() (pre, rest []int32) {
	ahead := make([]bool, d.g.Len())
	for _, v := range slices.Backward(d.f.Order) {
		for _, u := range d.g.Succs(v) {
			if d.of[v] == nil && (d.of[u] != nil || ahead[u]) {
				ahead[v] = true
			}
		}
	}
	for _, v := range d.f.Order {
		switch {
		case d.of[v] != nil:
		case ahead[v]:
			pre = append(pre, v)
		default:
			rest = append(rest, v)
		}
	}
	return pre, rest
}

func (d *divider) largest() *unit {
	return slices.MaxFunc(d.units, func(a, b *unit) int { return cmp.Compare(d.needs(a), d.needs(b)) })
}

// needs returns the bytes that a device reserves for a unit alone.
func (d *divider) needs(u *unit) int64 {
	return d.f.Set(d.f.Of[u.nodes[0]], slices.Clone(u.nodes)).Needs()
}

// sets returns a set for each card with tables, a set of the nodes in pre, and a set of the nodes
// in rest. The last two sets are on all cards.
func (d *divider) sets(class int, cards []*card, pre, rest []int32, restSet *fleet.Set) ([]*fleet.Set, error) {
	var sets []*fleet.Set
	var all []int64
	for i, c := range cards {
		id := int64(i)
		all = append(all, id)
		var nodes, frontier []int32
		for _, u := range c.units {
			nodes, frontier = append(nodes, u.nodes...), append(frontier, u.frontier...)
		}
		if len(nodes) == 0 {
			continue
		}
		s := d.f.Set(class, nodes)
		s.Name, s.Logical, s.Units = fmt.Sprintf("SLSPartition_%d", i), []int64{id}, d.o.TableUnits
		if d.o.JoinOutputs {
			s.Joined = frontier
		}
		sets = append(sets, s)
	}
	for _, other := range []struct {
		name  string
		nodes []int32
		set   *fleet.Set
	}{{"PreSLSPartition_", pre, nil}, {"NonSLSPartition_", rest, restSet}} {
		if len(other.nodes) == 0 {
			continue
		}
		if other.set == nil {
			other.set = d.f.Set(class, other.nodes)
		}
		other.set.Name, other.set.Logical, other.set.Units = other.name, all, d.o.RestUnits
		sets = append(sets, other.set)
	}
	return sets, d.join(sets)
}

// join removes from the field Joined of each set the values that are not joined, and fails if the
// others cannot be joined. It then counts joined values as one input of the sets that read them,
// since devices limit the number of inputs.
func (d *divider) join(sets []*fleet.Set) error {
	of := make([]int32, d.g.Len())
	takes := make([]*placement.Memory, len(sets))
	for i, s := range sets {
		takes[i] = &s.Memory
		for _, v := range s.Nodes {
			of[v] = int32(i)
		}
	}
	for _, s := range sets {
		joined := placement.Joinable(d.g, of, s.Joined) // ascending
		s.Joined = slices.DeleteFunc(s.Joined, func(value int32) bool {
			_, found := slices.BinarySearch(joined, value)
			return !found
		})
		if joined == nil {
			continue
		}
		if err := d.joinable(s.Joined); err != nil {
			return err
		}
		placement.CountJoined(d.g, of, joined, takes)
	}
	return nil
}

// joinable fails if the values cannot be joined along the last dimension (see [placement.Unlike]).
func (d *divider) joinable(values []int32) error {
	value := placement.Unlike(d.g, values)
	if value == placement.None {
		return nil
	}
	return &placement.NodeError{
		Node:    d.g.Maker(value),
		Message: fmt.Sprintf("'%s' and '%s' leave one device, but cannot be joined along the last dimension", d.g.Type(values[0]), d.g.Type(value)),
		Help:    "add to the option pair the operation that makes their shapes equal, as in pair=Tile, or do not join outputs",
	}
}
