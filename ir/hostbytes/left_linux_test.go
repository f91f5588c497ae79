package hostbytes

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// TestGroups checks that findGroups finds the groups of a process and their ancestors in both
// versions of control groups, but no groups without a limit below the machine's memory.
func TestGroups(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"own":                                "12:cpu:/x\n4:memory:/a/b\n0::/c/d\n",
		"memory/memory.limit_in_bytes":       "9223372036854771712\n",
		"memory/a/memory.limit_in_bytes":     "1000\n",
		"memory/a/memory.usage_in_bytes":     "400\n",
		"memory/a/memory.stat":               "inactive_file 1\ntotal_inactive_file 30\n",
		"memory/a/b/memory.limit_in_bytes":   "9223372036854771712\n",
		"c/memory.max":                       "max\n",
		"c/d/memory.max":                     "500\n",
		"c/d/memory.current":                 "450\n",
		"c/d/memory.stat":                    "anon 7\ninactive_file 20\n",
		"unrelated/memory/a/memory.max":      "1\n",
		"memory/unrelated/memory.limit_in_b": "1\n",
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, g := range findGroups(filepath.Join(root, "own"), root, 1<<30) {
		used, _ := number(g.used)
		cached, _ := field(contents(g.stat), g.cached)
		got = append(got, fmt.Sprint(g.limit, used, cached))
	}
	if want := "[1000 400 30 500 450 20]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if gs := findGroups(filepath.Join(root, "missing"), root, 1<<30); gs != nil {
		t.Errorf("without the file that lists the groups of the process: got the groups %v, expected none", gs)
	}
}

// TestPlenty checks a size that is certainly available, and sizes that are not available.
func TestPlenty(t *testing.T) {
	if plenty(1<<50) || plenty(left()+1) {
		t.Error("plenty returned true for more memory than is left")
	}
	if free, machine := memory(); free > machine/2 && len(groups()) == 0 && !plenty(much) {
		t.Errorf("%d of %d bytes are free, but plenty returned false for %d bytes", free, machine, much)
	}
}

// BenchmarkAsking measures the time of an allocation of a constant size, and the overhead of
// checking the host's memory first, in percent of that time. The metric %-quick is the overhead of
// two calls of plenty. The metric %-files also includes two calls of left, which reads files.
func BenchmarkAsking(b *testing.B) {
	var kept []uint64
	per := func(n int, f func()) float64 {
		began := time.Now()
		for range n {
			f()
		}
		return time.Since(began).Seconds() / float64(n)
	}
	for b.Loop() {
		making := per(100, func() { kept = make([]uint64, much/8) })
		quick := per(1000, func() { plenty(much) })
		files := per(1000, func() { left() })
		b.ReportMetric(making*1e6, "µs-making")
		b.ReportMetric(2*quick/making*100, "%-quick")
		b.ReportMetric(2*(quick+files)/making*100, "%-files")
	}
	runtime.KeepAlive(kept)
}
