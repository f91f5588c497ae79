package hostbytes

import (
	"math"
	"os"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// plenty reports whether the process can certainly get the given number of additional bytes. It
// reads at most one file for each limit. If it returns false, callers must call left.
func plenty(bytes int64) bool {
	used, idle := heap()
	free, machine := memory()
	// Subtract the whole heap in use, because the system counts its unwritten parts as free.
	// Subtract 1/32 of the memory, because the system reserves some.
	has := free - used - machine/32
	for _, g := range groups() {
		n, _ := number(g.used)
		has = min(has, g.limit-n-used)
	}
	if limit := addressLimit(); limit < math.MaxInt64 && has >= bytes {
		size, _ := numbers("/proc/self/statm", int64(os.Getpagesize()))
		has = min(has, addresses(int64(limit)-size, idle))
	}
	return has >= bytes
}

// left returns the number of bytes that the process can still get within the limits of the machine,
// its control groups, and its address space. Memory that was allocated but not yet written counts
// as used, so the result may be negative.
func left() int64 {
	pages := int64(os.Getpagesize())
	size, resident := numbers("/proc/self/statm", pages)
	used, idle := heap()
	promised := max(used-resident, 0)
	has := int64(math.MaxInt64)
	machine := contents("/proc/meminfo")
	if n, ok := field(machine, "MemAvailable:"); ok {
		swap, _ := field(machine, "SwapFree:")
		has = (n+swap)*1024 - promised
	}
	for _, g := range groups() {
		in, _ := number(g.used)
		cached, _ := field(contents(g.stat), g.cached)
		has = min(has, g.limit-(in-cached)-promised)
	}
	if limit := addressLimit(); limit < math.MaxInt64 {
		has = min(has, addresses(int64(limit)-size, idle))
	}
	return has
}

// addresses returns the number of bytes that Go's heap can provide in one piece, either at fresh
// addresses or in idle memory. Idle memory is fragmented, so addresses assumes that half of it is
// in one piece. Go requests fresh addresses in arenas of 64 MiB, keeps up to 2 MiB of metadata for
// each arena, and needs some more memory. If the result were too high, the Go runtime would end the
// process.
func addresses(fresh, idle int64) int64 {
	const arena, books, rest = 64 << 20, 2 << 20, 8 << 20
	return max((fresh-rest)/(arena+books)*arena, idle/2)
}

// heap returns the number of bytes of Go's heap in use, and of its idle memory, whose addresses are
// reserved but unused.
func heap() (used, idle int64) {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64()), int64(s[1].Value.Uint64() + s[2].Value.Uint64())
}

// group is a control group of the process. The fields used and stat are the names of files with its
// memory usage. In stat, the entry with the name cached counts reclaimable bytes.
type group struct {
	limit              int64
	used, stat, cached string
}

// groups returns the control groups of the process that have a limit below the machine's memory.
// The list is computed once, because finding the groups takes many times as long as reading their
// usage.
var groups = sync.OnceValue(func() []group {
	_, machine := memory()
	return findGroups("/proc/self/cgroup", "/sys/fs/cgroup", machine)
})

// findGroups returns the control groups (version 1 or 2) that limit the memory to fewer bytes than
// the parameter "most". The file "own" lists the groups of the process, and the folder "root" has
// all groups. Ancestors of the listed groups are included if the process can see them.
func findGroups(own, root string, most int64) (gs []group) {
	for line := range strings.Lines(contents(own)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		top, limit, used, cached := root, "/memory.max", "/memory.current", "inactive_file"
		switch {
		case parts[1] == "memory":
			top, limit, used, cached = root+"/memory", "/memory.limit_in_bytes", "/memory.usage_in_bytes", "total_inactive_file"
		case parts[1] != "":
			continue
		}
		for at := parts[2]; ; at = at[:max(strings.LastIndexByte(at, '/'), 0)] {
			dir := top + strings.TrimSuffix(at, "/")
			if n, ok := number(dir + limit); ok && n < most {
				gs = append(gs, group{n, dir + used, dir + "/memory.stat", cached})
			}
			if strings.Trim(at, "/") == "" {
				break
			}
		}
	}
	return gs
}

// number returns the number in a file. It returns false if the file does not contain a number.
func number(path string) (int64, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(contents(path)), 10, 64)
	return n, err == nil
}

// numbers returns the first two numbers in a file, each multiplied by unit.
func numbers(path string, unit int64) (first, second int64) {
	words := append(strings.Fields(contents(path)), "", "")
	first, _ = strconv.ParseInt(words[0], 10, 64)
	second, _ = strconv.ParseInt(words[1], 10, 64)
	return first * unit, second * unit
}

// field returns the number in the line that begins with the given name. It ignores the unit kB.
func field(text, name string) (int64, bool) {
	_, after, ok := strings.Cut("\n"+text, "\n"+name+" ")
	word, _, _ := strings.Cut(strings.TrimLeft(after, " "), "\n")
	n, err := strconv.ParseInt(strings.TrimSuffix(word, " kB"), 10, 64)
	return n, ok && err == nil
}

// contents returns the content of a system file, up to 8 KiB, or "" if the file cannot be read. It
// takes half the time of os.ReadFile.
func contents(path string) string {
	f, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return ""
	}
	defer syscall.Close(f)
	var text [8 << 10]byte
	have := 0
	for have < len(text) {
		n, err := syscall.Read(f, text[have:])
		if err == syscall.EINTR {
			continue
		}
		if n <= 0 {
			break
		}
		have += n
	}
	return string(text[:have])
}
