package patternfusion_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/passes/patternfusion"
)

// TestEnableFile turns patterns off and on by a file. An invalid line gives an error with a
// position.
func TestEnableFile(t *testing.T) {
	patterns := builtin(t, registry(t))[0].Patterns
	for _, c := range []struct{ text, want, err string }{
		{"# large ones\nsdpa off\ngated_mlp off # why\nsdpa on\n", "gated_mlp", ""},
		{"", "", ""},
		{"sdpa off\nspda off\n", "", ":2:1: error: there is no pattern 'spda'"},
		{"sdpa\n", "", ":1:1: error: expected 'NAME on' or 'NAME off'"},
		{"sdpa maybe\n", "", ":1:1: error: expected 'NAME on' or 'NAME off'"},
	} {
		file := filepath.Join(t.TempDir(), "enable")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		off, err := patternfusion.Disabled(patterns, file, nil)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q: got error %v, want %s", c.text, err, c.err)
			}
			continue
		}
		if got := strings.Join(off, " "); err != nil || got != c.want {
			t.Errorf("%q: got disabled patterns %q, want %q; error %v", c.text, got, c.want, err)
		}
	}
	if _, err := patternfusion.Disabled(patterns, "", []string{"nothing"}); err == nil {
		t.Error("disabling an unknown pattern gives no error")
	}
}
