package sparsenn

import (
	"cmp"
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// bigTable is above which size tables are spread by it, where nothing else is said.
const bigTable = 100 << 20

// spread gives units to as few cards as hold them: as many as are asked for, or else to
// the next larger number that divides the number of devices. nil: none does.
func (d *divider) spread(devices int, memory, allowed int64) []*card {
	least := d.o.Cards
	if least == 0 {
		least = devices
	}
	for n := least; n <= devices; n++ {
		if n > least && devices%n != 0 {
			continue
		}
		for _, way := range []func(int, int64) []*card{d.twoPhases, d.greedy} {
			limit := allowed
			if memory == 0 {
				limit = 1<<63 - 1
			}
			if cards := way(n, limit); cards != nil {
				return cards
			}
		}
	}
	return nil
}

// twoPhases gives large tables, the largest first, to the card that holds least, and then
// the others, the costliest first, to the card whose cost is least.
func (d *divider) twoPhases(n int, limit int64) []*card {
	big := d.o.BigTable
	if big == 0 {
		big = bigTable
	}
	var large, small []*unit
	for _, u := range d.units {
		if u.bytes > big {
			large = append(large, u)
		} else {
			small = append(small, u)
		}
	}
	cards := d.cards(n)
	slices.SortStableFunc(large, func(a, b *unit) int { return cmp.Compare(b.bytes, a.bytes) })
	slices.SortStableFunc(small, func(a, b *unit) int {
		return cmp.Or(cmp.Compare(b.cost, a.cost), cmp.Compare(b.bytes, a.bytes))
	})
	if !give(cards, large, limit, byMemory) || !give(cards, small, limit, byCost) {
		return nil
	}
	return cards
}

// greedy gives all tables, the largest first, to the card whose cost is least.
func (d *divider) greedy(n int, limit int64) []*card {
	cards, all := d.cards(n), slices.Clone(d.units)
	slices.SortStableFunc(all, func(a, b *unit) int { return cmp.Compare(b.bytes, a.bytes) })
	if !give(cards, all, limit, byCost) {
		return nil
	}
	return cards
}

func (d *divider) cards(n int) []*card {
	cards := make([]*card, n)
	for i := range cards {
		cards[i] = &card{Tally: placement.NewTally(d.g)}
		cards[i].Contexts = d.o.Contexts
	}
	return cards
}

func byMemory(a, b *card) int { return cmp.Compare(a.Reserved(), b.Reserved()) }

func byCost(a, b *card) int { return cmp.Or(cmp.Compare(a.cost, b.cost), byMemory(a, b)) }

// give gives each unit to the first card, in the order of less, that has room for it.
func give(cards []*card, units []*unit, limit int64, less func(a, b *card) int) bool {
	order := slices.Clone(cards)
	for _, u := range units {
		slices.SortStableFunc(order, less)
		if !slices.ContainsFunc(order, func(c *card) bool { return c.take(u, limit) }) {
			return false
		}
	}
	return true
}

// take adds a unit, unless there is no room.
func (c *card) take(u *unit, limit int64) bool {
	for _, v := range u.nodes {
		c.Add(v)
	}
	if c.Reserved() > limit {
		for _, v := range u.nodes {
			c.Drop(v)
		}
		return false
	}
	c.units = append(c.units, u)
	c.cost += u.cost
	return true
}
