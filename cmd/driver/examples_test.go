package driver_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestExamples runs the tests of the modules in examples/.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and tests other modules")
	}
	mods, err := filepath.Glob(filepath.Join("..", "..", "examples", "*", "go.mod"))
	if err != nil || len(mods) == 0 {
		t.Fatalf("found no examples; the error is %v", err)
	}
	for _, mod := range mods {
		dir := filepath.Dir(mod)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			cmd := exec.Command("go", "test", "-vet=all", "./...")
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
