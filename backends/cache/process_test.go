package cache_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
)

// Environment of the processes that tests start.
const (
	childDir  = "LATHE_TEST_CACHE_DIR"
	childTask = "LATHE_TEST_CACHE_TASK"
)

// child returns a command that runs this test binary as another process with a task.
func child(dir, task string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "-test.run=^TestChild$", "-test.v")
	cmd.Env = append(os.Environ(), childDir+"="+dir, childTask+"="+task)
	return cmd
}

// TestChild is what the other processes run; it does nothing by itself.
func TestChild(t *testing.T) {
	dir := os.Getenv(childDir)
	if dir == "" {
		t.Skip("only as another process")
	}
	note := func() {
		file, err := os.OpenFile(filepath.Join(dir, "compilations"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			t.Error(err)
			return
		}
		defer file.Close()
		fmt.Fprintln(file, "one")
		time.Sleep(20 * time.Millisecond) // so that others come while it compiles
	}
	switch os.Getenv(childTask) {
	case "once":
		var all sync.WaitGroup
		for range 8 {
			m := parse(t, "a.mlir", program)
			all.Go(func() { compile(t, cache.Open(dir, cache.Options{}), open(t, note), m) })
		}
		all.Wait()
	case "full":
		fillUp(t)
		var warnings []string
		c := cache.Open(dir, cache.Options{Warn: func(err error) { warnings = append(warnings, err.Error()) }})
		b, m := open(t, note), parse(t, "a.mlir", program)
		for range 2 {
			if r := compile(t, c, b, m); r.Hit {
				t.Error("what could not be written is there")
			}
		}
		if len(warnings) != 1 || !strings.Contains(warnings[0], "are not kept") {
			t.Errorf("warnings: %q", warnings)
		}
	case "many":
		fmt.Println("ready")
		for n := range 100_000 {
			m := parse(t, "a.mlir", strings.Replace(program, "%x, %y :", fmt.Sprintf("%%x, %%y {t.n = %d : i64} :", n%500), 1))
			compile(t, cache.Open(dir, cache.Options{Most: 200 << 10}), open(t, func() {}), m)
		}
	}
}

// TestB2OneCompilation: 32 callers in 4 processes that want one program compile it once.
func TestB2OneCompilation(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if out, err := child(dir, "once").CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	all.Wait()
	text, err := os.ReadFile(filepath.Join(dir, "compilations"))
	if err != nil || string(text) != "one\n" {
		t.Errorf("compilations: %q, %v", text, err)
	}
}

// TestB2Kill: a process that is killed at any moment of compiling and writing leaves a cache
// whose entries are all whole and which others use. LATHE_KILLS says how often.
func TestB2Kill(t *testing.T) {
	kills := 5
	if text := os.Getenv("LATHE_KILLS"); text != "" {
		if _, err := fmt.Sscan(text, &kills); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	b, c := open(t, func() {}), cache.Open(dir, cache.Options{})
	rng := rand.New(rand.NewPCG(1, 2))
	entries, leftovers := 0, 0
	for range kills {
		cmd := child(dir, "many")
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ready := make([]byte, 1)
		for line := ""; !strings.Contains(line, "ready"); line += string(ready) {
			if _, err := out.Read(ready); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Duration(rng.IntN(120_000)) * time.Microsecond)
		cmd.Process.Kill() // by SIGKILL
		cmd.Wait()
		all, err := c.Verify()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			if e.Err != nil {
				t.Fatalf("entry %s: %v", e.Key, e.Err)
			}
		}
		entries = max(entries, len(all))
		left, _ := filepath.Glob(filepath.Join(dir, "programs", "writing-*"))
		leftovers = max(leftovers, len(left))
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		p, _, err := c.Compile(ctx, b, parse(t, "a.mlir", program), backends.CompileOptions{})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		p.Close()
	}
	t.Logf("%d kills; up to %d entries, all whole; up to %d temporary files were left", kills, entries, leftovers)
	if entries == 0 {
		t.Error("nothing was ever kept")
	}
}

// TestB2FullDisk: where nothing can be written any more, programs are compiled and not
// kept, after one warning; nothing is left half written.
func TestB2FullDisk(t *testing.T) {
	dir := t.TempDir()
	if out, err := child(dir, "full").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if files, err := os.ReadDir(filepath.Join(dir, "programs")); err != nil || len(files) > 0 {
		t.Errorf("left are %v, %v", files, err)
	}
}
