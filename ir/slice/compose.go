package slice

import "github.com/lathe-ir/lathe/ir"

// ComposeGroups returns the groups that merge dimensions as inner and then outer do. The same
// groups split dimensions as outer and then inner do. A group of outer lists indices of groups of
// inner. If an index is too large, ok is false. For example, [[0, 1], [2]] and [[0, 1]] give
// [[0, 1, 2]].
func ComposeGroups(inner, outer [][]int64) (gs [][]int64, ok bool) {
	for _, o := range outer {
		var g []int64
		for _, i := range o {
			if int(i) >= len(inner) {
				return nil, false
			}
			g = append(g, inner[i]...)
		}
		gs = append(gs, g)
	}
	return gs, true
}

// RefineGroups returns, for each group of coarse, the indices of the groups of fine inside it. Both
// lists must group the same dimensions. ok is false if a group of fine is not inside one group of
// coarse. For example, [[0, 1, 2]] and [[0, 1], [2]] give [[0, 1]].
func RefineGroups(coarse, fine [][]int64) (gs [][]int64, ok bool) {
	at := 0
	for _, c := range coarse {
		var g []int64
		n := 0
		for n < len(c) {
			if at >= len(fine) {
				return nil, false
			}
			n += len(fine[at])
			g = append(g, int64(at))
			at++
		}
		if n != len(c) {
			return nil, false
		}
		gs = append(gs, g)
	}
	return gs, at == len(fine)
}

// MatchGroups returns the groups that merge the larger shape (big) directly into the smaller shape
// (small). bigs and smalls are the groups that merge the two shapes into the same third shape. ok
// is false if no such groups can be determined.
func MatchGroups(bigs, smalls [][]int64, big, small []int64) (gs [][]int64, ok bool) {
	if len(bigs) != len(smalls) {
		return nil, false
	}
	if len(bigs) == 0 && len(small) > 0 { // both shapes are merged into a scalar
		bigs, smalls = [][]int64{dims(big)}, [][]int64{dims(small)}
	}
	for i := range bigs {
		part, ok := matchGroup(bigs[i], smalls[i], big, small)
		if !ok {
			return nil, false
		}
		gs = append(gs, part...)
	}
	return gs, true
}

// dims returns the indices of the dimensions of a shape.
func dims(shape []int64) []int64 {
	ds := make([]int64, len(shape))
	for i := range ds {
		ds[i] = int64(i)
	}
	return ds
}

// matchGroup is MatchGroups for one group of bigs and one group of smalls.
func matchGroup(bigs, smalls []int64, big, small []int64) (gs [][]int64, ok bool) {
	if len(smalls) == 1 {
		return [][]int64{bigs}, true
	}
	at := 0
	for k, s := range smalls {
		want := small[s]
		var g []int64
		product := int64(1)
		for at < len(bigs) && (len(g) == 0 || product != want) {
			n := big[bigs[at]]
			if n < 0 || want < 0 {
				// If an extent is unknown, it must be unknown in both shapes. The group then has no
				// other dimension, except that extents of 1 may follow in the last group.
				if len(g) > 0 || n != want {
					return nil, false
				}
				g = append(g, bigs[at])
				at++
				product = want
				break
			}
			product *= n
			g = append(g, bigs[at])
			at++
			if product > want {
				return nil, false
			}
		}
		for k == len(smalls)-1 && at < len(bigs) && big[bigs[at]] == 1 {
			g = append(g, bigs[at])
			at++
		}
		if len(g) == 0 || product != want {
			return nil, false
		}
		gs = append(gs, g)
	}
	return gs, at == len(bigs)
}

// CollapsedExtents returns the product of the extents of each group. In a group with an extent that
// is an [ir.Value] instead of a number, all other extents must be 1. ok is false if a group
// violates this.
func CollapsedExtents(shape Mixed, gs [][]int64) (extents Mixed, ok bool) {
	var out Mixed
	for _, g := range gs {
		n, value := int64(1), (*ir.Value)(nil)
		for _, d := range g {
			k, v := shape.At(int(d))
			switch {
			case v == nil:
				n *= k
			case value != nil:
				return out, false
			default:
				value = v
			}
		}
		if value != nil && n != 1 {
			return out, false
		}
		if value != nil {
			n = ir.Dynamic
			out.Values = append(out.Values, value)
		}
		out.Static = append(out.Static, n)
	}
	return out, true
}
