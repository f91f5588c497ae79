package passes_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/passes"
)

// TestPipelineLimits checks that pipelines that are too large for the recursive parser are refused
// before the parser runs.
func TestPipelineLimits(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{strings.Repeat("a(", 65) + "b" + strings.Repeat(")", 65), "anchors must nest at most 64 levels deep"},
		{strings.Repeat("a(", 80_000) + "b" + strings.Repeat(")", 80_000), "anchors must nest at most 64 levels deep"},
		{strings.Repeat("a,", 200_000) + "a", "a pipeline must have at most 262144 bytes, but has more"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := passes.Parse(test.text, &passes.Known{})
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("expected %q, got %.200v", test.want, err)
		}
		if by := after.TotalAlloc - before.TotalAlloc; by > 8<<20 {
			t.Errorf("%d MiB were allocated for a text of %d bytes, want at most 8 MiB", by>>20, len(test.text))
		}
	}
}
