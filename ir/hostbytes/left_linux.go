package hostbytes

import (
	"math"
	"os"
	"runtime/metrics"
	"strconv"
	"strings"
)

// left is how many bytes the process can still get: of the machine, of its group and of its
// addresses. Memory that was allocated and not yet written counts as given; so it may be less
// than nothing.
func left() int64 {
	pages := int64(os.Getpagesize())
	size, resident := numbers("/proc/self/statm", pages)
	used, idle := heap()
	promised := max(used-resident, 0)
	has := int64(math.MaxInt64)
	free := fields("/proc/meminfo")
	if n, ok := free["MemAvailable:"]; ok {
		has = (n+free["SwapFree:"])*1024 - promised
	}
	for _, g := range groups() {
		has = min(has, g.limit-g.used-promised)
	}
	if limit := addressLimit(); limit < math.MaxInt64 {
		has = min(has, int64(limit)-size+idle)
	}
	return has
}

// heap is how many bytes of Go's heap are in use, and how many addresses it has for more.
func heap() (used, idle int64) {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64()), int64(s[1].Value.Uint64() + s[2].Value.Uint64())
}

// group is a control group that the process is in.
type group struct{ limit, used int64 }

// groups are the control groups with a limit of memory, of either version, that the process
// sees: its own and those around it.
func groups() (gs []group) {
	own, _ := os.ReadFile("/proc/self/cgroup")
	for line := range strings.Lines(string(own)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		root, limit, used, cached := "/sys/fs/cgroup", "/memory.max", "/memory.current", "inactive_file"
		switch {
		case parts[1] == "memory":
			root, limit, used, cached = "/sys/fs/cgroup/memory", "/memory.limit_in_bytes", "/memory.usage_in_bytes", "total_inactive_file"
		case parts[1] != "":
			continue
		}
		for at := parts[2]; ; at = at[:max(strings.LastIndexByte(at, '/'), 0)] {
			dir := root + strings.TrimSuffix(at, "/")
			if n, ok := number(dir + limit); ok {
				in, _ := number(dir + used)
				gs = append(gs, group{n, in - fields(dir + "/memory.stat")[cached]})
			}
			if strings.Trim(at, "/") == "" {
				break
			}
		}
	}
	return gs
}

// number is the number in a file; false where there is none.
func number(path string) (int64, bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}

// numbers are the first two numbers in a file, each times unit.
func numbers(path string, unit int64) (first, second int64) {
	text, _ := os.ReadFile(path)
	words := append(strings.Fields(string(text)), "", "")
	first, _ = strconv.ParseInt(words[0], 10, 64)
	second, _ = strconv.ParseInt(words[1], 10, 64)
	return first * unit, second * unit
}

// fields are the numbers in a file of lines of a name and a number.
func fields(path string) map[string]int64 {
	text, _ := os.ReadFile(path)
	out := map[string]int64{}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) >= 2 {
			if n, err := strconv.ParseInt(words[1], 10, 64); err == nil {
				out[words[0]] = n
			}
		}
	}
	return out
}
