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
	"github.com/lathe-ir/lathe/backends/c"
	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/cachedir"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/dylib"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/hostbytes/hosttest"
)

const (
	childDir  = "LATHE_TEST_CACHE_DIR"
	childTask = "LATHE_TEST_CACHE_TASK"
	childOn   = "LATHE_TEST_CACHE_BACKEND"
)

// child returns a command that runs this test binary as another process. The process executes a
// task of TestChild with the cache folder dir and the backend that the parameter "on" names.
func child(dir, task, on string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "-test.run=^TestChild$", "-test.v")
	cmd.Env = append(os.Environ(), childDir+"="+dir, childTask+"="+task, childOn+"="+on)
	return cmd
}

// everyBackend calls f for vm, ref, hetero and, if gcc is installed, c.
func everyBackend(t *testing.T, f func(t *testing.T, on string)) {
	for _, on := range []string{"vm", "ref", "c", "hetero"} {
		t.Run(on, func(t *testing.T) {
			if _, err := exec.LookPath("gcc"); err != nil && on == "c" {
				t.Skip("backend c needs a C compiler")
			}
			f(t, on)
		})
	}
}

// openOn opens the backend with the given name. The backend hetero runs parts on vm and ref, and
// the backend c stores its kernels in dir.
func openOn(t testing.TB, on, dir string, note func()) *counted {
	t.Helper()
	load := func(path string) (c.Library, error) { return dylib.Open(path) }
	r := backends.NewRegistry([]backends.Factory{vm.Factory(), ref.Factory(), c.Factory(load), hetero.Factory()}, backends.Config{Threads: 1, CacheDir: dir})
	t.Cleanup(func() { r.Close() })
	b, err := r.Open(device.Named(on))
	if err != nil {
		t.Fatal(err)
	}
	return &counted{b, note}
}

// parseFor returns a program for the backend with the given name; for hetero, a divided program.
// Different values of mark give different keys.
func parseFor(t testing.TB, on string, mark int) ir.Module {
	t.Helper()
	text := program
	if on == "hetero" {
		text = divided
	}
	return parse(t, "a.mlir", strings.Replace(text, "%x, %y :", fmt.Sprintf("%%x, %%y {t.n = %d : i64} :", mark), 1))
}

const divided = `
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cluster.launch @p(%x, %y) on "vm" : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = cluster.launch @q(%0, %y) on "ref" : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @p(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @q(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}`

// TestChild executes the task of a child process. It does nothing in the parent process.
func TestChild(t *testing.T) {
	dir := os.Getenv(childDir)
	if dir == "" {
		t.Skip("this test runs only in a child process")
	}
	note := func() {
		file, err := os.OpenFile(filepath.Join(dir, "compilations"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			t.Error(err)
			return
		}
		defer file.Close()
		fmt.Fprintln(file, "one")
		time.Sleep(20 * time.Millisecond) // so that other callers arrive during the compilation
	}
	on := os.Getenv(childOn)
	switch os.Getenv(childTask) {
	case "once":
		var all sync.WaitGroup
		for range 8 {
			m, b := parseFor(t, on, 0), openOn(t, on, dir, note)
			all.Go(func() { compile(t, cache.Open(dir, cache.Options{}), b, m) })
		}
		all.Wait()
	case "full":
		var warnings []string
		t.Chdir(filepath.Dir(dir))
		folder := filepath.Base(dir)
		full := cache.Open(folder, cache.Options{Warn: func(err error) { warnings = append(warnings, err.Error()) }})
		m := parseFor(t, on, 0)
		for range 2 {
			b := &roomy{openOn(t, on, "", func() {}), hosttest.FillUp(t), t}
			if r := compile(t, full, b, m); r.Hit {
				t.Error("the program was found in a cache to which nothing could be written")
			}
			b.room()
		}
		if len(warnings) != 1 || !strings.Contains(warnings[0], "are not cached") || strings.Count(warnings[0], folder+"/") != 1 {
			t.Errorf("the warnings are %q, expected one with the folder '%s'", warnings, folder)
		}
	case "many":
		fmt.Println("ready")
		for n := range 100_000 {
			compile(t, cache.Open(dir, cache.Options{Most: 200 << 10}), openOn(t, on, dir, func() {}), parseFor(t, on, n%500))
		}
	}
}

// roomy is a backend for tests with a simulated full disk. The disk has room only during
// compilation, since a C compiler needs temporary files.
type roomy struct {
	backends.Backend
	room func()
	t    *testing.T
}

func (r *roomy) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	r.room()
	defer func() { r.room = hosttest.FillUp(r.t) }()
	return r.Backend.Compile(ctx, m, o)
}

func (r *roomy) Import(ctx context.Context, blob []byte, o backends.ImportOptions) (backends.Program, error) {
	return r.Backend.(backends.Importer).Import(ctx, blob, o)
}

func (r *roomy) Fingerprint(m ir.Module) (string, error) {
	return r.Backend.(backends.Fingerprinter).Fingerprint(m)
}

// TestB2OneCompilation checks on every backend that a program is compiled once if 32 callers in 4
// processes request it. B2 means the rows B2.01, B2.02, … in docs/backends.md.
func TestB2OneCompilation(t *testing.T) {
	everyBackend(t, func(t *testing.T, on string) {
		dir := filepath.Join(t.TempDir(), "cache")
		var all sync.WaitGroup
		outs := make([]string, 4)
		for i := range outs {
			all.Go(func() {
				out, err := child(dir, "once", on).CombinedOutput()
				if err != nil {
					t.Errorf("%v\n%s", err, out)
				}
				outs[i] = string(out)
			})
		}
		all.Wait()
		text, err := os.ReadFile(filepath.Join(dir, "compilations"))
		if err != nil || string(text) != "one\n" {
			t.Errorf("the compilations are %q, expected one; error %v; output:\n%s", text, err, strings.Join(outs, ""))
		}
	})
}

// TestB2Kill kills processes at random times while they compile and write entries, on every
// backend. All entries must be complete, and other processes must be able to use the cache. Opening
// backend c must remove the temporary files of the killed processes. LATHE_KILLS is the number of
// processes to kill.
func TestB2Kill(t *testing.T) { everyBackend(t, killed) }

func killed(t *testing.T, on string) {
	kills := 5
	if text := os.Getenv("LATHE_KILLS"); text != "" {
		if _, err := fmt.Sscan(text, &kills); err != nil {
			t.Fatal(err)
		}
	}
	dir, temp := filepath.Join(t.TempDir(), "cache"), t.TempDir()
	t.Setenv("TMPDIR", temp)
	b, c := openOn(t, on, dir, func() {}), cache.Open(dir, cache.Options{})
	rng := rand.New(rand.NewPCG(1, 2))
	entries, leftovers := 0, 0
	for range kills {
		cmd := child(dir, "many", on)
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
		cmd.Process.Kill() // sends SIGKILL
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
		p, _, err := c.Compile(ctx, b, parseFor(t, on, 0), backends.CompileOptions{})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		p.Close()
	}
	before, err := os.ReadDir(temp)
	if err != nil {
		t.Fatal(err)
	}
	openOn(t, "c", dir, func() {}) // opening c removes temporary files
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("%d of %d temporary files and folders are left: %v, %v", len(left), len(before), left, err)
	}
	t.Logf("%d temporary files and folders were removed", len(before))
	t.Logf("%d processes were killed; there were up to %d entries, all complete, and up to %d temporary files", kills, entries, leftovers)
	if entries == 0 {
		t.Error("no process wrote an entry")
	}
}

// TestB2FullDisk checks on every backend that programs are compiled but not stored if the disk is
// full. There must be one warning, and no incomplete files may remain.
func TestB2FullDisk(t *testing.T) {
	everyBackend(t, func(t *testing.T, on string) {
		dir := filepath.Join(t.TempDir(), "cache")
		d, _, err := cachedir.Create(dir)
		if err != nil {
			t.Fatal(err)
		}
		d.Close()
		if out, err := child(dir, "full", on).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if files, err := os.ReadDir(filepath.Join(dir, "programs")); err != nil || len(files) > 0 {
			t.Errorf("the folder still has %v, %v", files, err)
		}
	})
}
