package schedule_test

import (
	"testing"

	"github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/lowering/target"
)

// TestBlock checks the sizes of blocks. With many terms, blocks must be narrow, so that their
// columns remain in the second-level cache.
func TestBlock(t *testing.T) {
	on, err := target.Named("avx512+l2=1048576")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ rows, terms, columns, across, down int64 }{
		{1536, 1536, 1536, 1, 16},
		{512, 2048, 512, 1, 16},
		{2048, 512, 2048, 5, 12},
	} {
		tile := schedule.Tile{Height: 8, Strips: schedule.Cut(c.columns, 16, 3)}
		b := tile.Block(schedule.Contraction{Rows: c.rows, Terms: c.terms, Columns: c.columns, Inner: 1, Lanes: 16, Bytes: 4, Packed: true, Split: true}, on)
		if b == nil || b.Across != c.across || b.Down != c.down {
			t.Errorf("%dx%dx%d: got the block %+v, expected %d tiles across and %d down", c.rows, c.terms, c.columns, b, c.across, c.down)
		}
	}
}
