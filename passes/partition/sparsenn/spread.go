package sparsenn

import (
	"cmp"
	"slices"
)

// bigTable is the default size, in bytes, above which twoPhases treats a [unit] as large.
const bigTable = 100 << 20

// spread assigns the units to cards. If a number of cards is requested, it tries this number and
// then larger divisors of the number of all devices. Otherwise it tries all devices and then, if
// their rooms differ, smaller numbers. It uses the devices with the most room. It returns nil if
// the units fit on none of these numbers of devices.
func (d *divider) spread(rooms []int64) []*card {
	n, least := len(rooms), d.o.Cards
	if least == 0 {
		least = n
	}
	var counts []int
	for c := least; c <= n; c++ {
		if c == least || n%c == 0 {
			counts = append(counts, c)
		}
	}
	if d.o.Cards == 0 && rooms[0] != rooms[n-1] {
		for c := n - 1; c > 0; c-- {
			counts = append(counts, c)
		}
	}
	for _, c := range counts {
		for _, way := range []func([]*card) []*card{d.twoPhases, d.greedy} {
			if cards := way(d.cards(rooms[:c])); cards != nil {
				return cards
			}
		}
	}
	return nil
}

// twoPhases first assigns the large units, largest first, each to the card that holds the fewest
// bytes. Then it assigns the other units, costliest first, each to the card with the least cost. It
// considers only cards with room for the unit.
func (d *divider) twoPhases(cards []*card) []*card {
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
	slices.SortStableFunc(large, func(a, b *unit) int { return cmp.Compare(b.bytes, a.bytes) })
	slices.SortStableFunc(small, func(a, b *unit) int {
		return cmp.Or(cmp.Compare(b.cost, a.cost), cmp.Compare(b.bytes, a.bytes))
	})
	if !d.give(cards, large, byMemory) || !d.give(cards, small, byCost) {
		return nil
	}
	return cards
}

// greedy assigns all units, largest first, each to the card with the least cost that has room.
func (d *divider) greedy(cards []*card) []*card {
	all := slices.Clone(d.units)
	slices.SortStableFunc(all, func(a, b *unit) int { return cmp.Compare(b.bytes, a.bytes) })
	if !d.give(cards, all, byCost) {
		return nil
	}
	return cards
}

func (d *divider) cards(rooms []int64) []*card {
	cards := make([]*card, len(rooms))
	for i := range cards {
		cards[i] = &card{Tally: d.f.Tally(), room: rooms[i]}
	}
	return cards
}

func byMemory(a, b *card) int { return cmp.Compare(a.Reserved(), b.Reserved()) }

func byCost(a, b *card) int { return cmp.Or(cmp.Compare(a.cost, b.cost), byMemory(a, b)) }

// give assigns each unit to the first card, in the order of the function less, that has room for
// it. It returns false if a unit fits no card.
func (d *divider) give(cards []*card, units []*unit, less func(a, b *card) int) bool {
	order := slices.Clone(cards)
	for _, u := range units {
		slices.SortStableFunc(order, less)
		if !slices.ContainsFunc(order, func(c *card) bool { return d.take(c, u) }) {
			return false
		}
	}
	return true
}

func (d *divider) take(c *card, u *unit) bool {
	for _, v := range u.nodes {
		c.Add(v)
	}
	if d.f.Needs(c.Tally) > c.room {
		for _, v := range u.nodes {
			c.Drop(v)
		}
		return false
	}
	c.units = append(c.units, u)
	c.cost += u.cost
	return true
}
