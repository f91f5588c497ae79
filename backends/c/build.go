package c

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lathe-ir/lathe/backends/cachedir"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir/diag"
)

type compiler struct {
	path    string
	version string // first line of --version
	flags   []string
	file    string // result of identity, since different files can have the same version
	env     string // environment variables that change the output of the compiler
	machine string // the processor features that -march=native depends on
}

// versions caches the first line that each compiler prints for --version. Starting the compiler for
// this query takes as long as all other steps of loading a cached program together.
type versions struct {
	mu sync.Mutex
	of map[string]string // result of the function identity → first line of --version
}

// identity returns a text with the arguments of a compiler. The text also identifies the current
// files of the compiler and of executables among the arguments, such as gcc in "ccache gcc". The
// result "whole" is false if one of these files is missing, or is a script, which may call any
// other program.
func identity(path string, args []string) (id string, whole bool) {
	whole = true
	key := []byte(fmt.Sprintf("%q", args))
	for i, word := range append([]string{path}, args...) {
		file, err := exec.LookPath(word)
		if err != nil && i > 0 {
			continue
		}
		stat, err := os.Stat(file)
		if err != nil {
			return string(key), false
		}
		whole = whole && !isScript(file)
		key = fmt.Appendf(key, " %q %d %d %d", file, stat.Size(), stat.ModTime().UnixNano(), fileNumber(stat))
	}
	return string(key), whole
}

// isScript reports whether a file is a script for an interpreter, or can't be read.
func isScript(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return true
	}
	defer f.Close()
	var start [2]byte
	_, err = io.ReadFull(f, start[:])
	return err != nil || string(start[:]) == "#!"
}

// answerTime is the time in which a compiler must print its version.
const answerTime = 10 * time.Second

// ask returns the first line that a compiler prints for --version.
func (v *versions) ask(path string, args []string) (string, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	key, whole := identity(path, args)
	if line, ok := v.of[key]; ok && whole {
		return line, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, append(slices.Clip(args), "--version")...)
	together(cmd)
	out, err := cmd.Output()
	switch {
	case ctx.Err() != nil:
		return "", diag.Errorf(diag.Span{}, "no answer within %v", answerTime)
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		return "", err
	}
	line, _, _ := strings.Cut(string(out), "\n")
	if v.of == nil {
		v.of = map[string]string{}
	}
	if whole {
		v.of[key] = line
	}
	return line, nil
}

// find looks for the compiler that CC names or, if CC is not set, for gcc or clang.
func (v *versions) find() (*compiler, error) {
	names := []string{"gcc", "clang"}
	if cc := os.Getenv("CC"); strings.TrimSpace(cc) != "" {
		names = []string{cc}
	}
	var whys []string
	for _, n := range names {
		words := strings.Fields(n) // CC may have arguments, as for make
		path, err := exec.LookPath(words[0])
		if err != nil {
			whys = append(whys, words[0]+" was not found")
			continue
		}
		line, err := v.ask(path, words[1:])
		if err != nil {
			whys = append(whys, fmt.Sprintf("'%s --version' failed: %v", n, err))
			continue
		}
		file, _ := identity(path, words[1:])
		return &compiler{path: path, version: line, flags: append(words[1:], flags()...), file: file, env: environment(), machine: machine()}, nil
	}
	return nil, diag.Errorf(diag.Span{}, "backend c needs a C compiler, but %s", strings.Join(whys, " and ")).
		WithHelp("install gcc or clang in a folder on PATH, or set CC to a C compiler, or use --backend=vm")
}

// flags returns the compiler's flags. They preserve results: the compiler must not contract or
// reassociate operations, and integers wrap. Floating-point traps and errno are not preserved.
func flags() []string {
	all := []string{
		"-std=gnu11", "-O2", "-fPIC", "-shared", "-w",
		"-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math",
		"-fwrapv", "-fno-strict-aliasing",
	}
	if runtime.GOARCH == "arm64" {
		return append(all, "-mcpu=native")
	}
	// Without the last flag, compilers prefer vectors of 32 bytes for some processors, and compute
	// longer vectors element by element.
	return append(all, "-march=native", "-mprefer-vector-width=512")
}

// environment returns the environment variables that change the output of the compiler.
func environment() string {
	var set []string
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "LIBRARY_PATH", "LD_LIBRARY_PATH", "LD_PRELOAD", "LD_RUN_PATH", "CPATH", "C_INCLUDE_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX",
			"CCC_OVERRIDE_OPTIONS", "SDKROOT", "MACOSX_DEPLOYMENT_TARGET":
			set = append(set, v)
		}
	}
	slices.Sort(set)
	return strings.Join(set, "\n")
}

// machine identifies the processor. Machines that share a cache must not load code with
// instructions that their processors lack.
func machine() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	first, _, _ := strings.Cut(string(text), "\n\n")
	var kept []string
	for line := range strings.Lines(first) {
		name, _, _ := strings.Cut(line, ":")
		switch strings.TrimSpace(name) {
		case "model name", "flags", "Features", "CPU part":
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// key returns the cache key of the shared object that cc compiles from source: a hash of everything
// that the object depends on.
func (cc *compiler) key(source string) string {
	return shortSum(append([]string{cc.path, cc.version, cc.file, cc.env, cc.machine, source}, cc.flags...)...)
}

func shortSum(texts ...string) string {
	h := sha256.New()
	for _, s := range texts {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// build compiles source to a shared object and returns its bytes. If cacheDir is set, build stores
// the bytes there for later calls. It calls warn if this fails, or if the cache had to be created
// in a subfolder of cacheDir (see [cachedir.Create]).
func (cc *compiler) build(ctx context.Context, source, cacheDir string, warn func(error)) ([]byte, error) {
	if cacheDir == "" {
		return cc.compile(ctx, source)
	}
	key := cc.key(source)
	if object := kept(cacheDir, key); object != nil {
		return object, nil
	}
	object, err := cc.compile(ctx, source)
	if err != nil {
		return nil, err
	}
	if err := keep(cacheDir, key, object, warn); err != nil {
		warn(fmt.Errorf("compiled kernels are not cached: %w", err))
	}
	return object, nil
}

// kind is the name of the folder for compiled kernels in the cache.
const kind = "c"

// kept returns the shared object that the function keep wrote; nil if there is none. It removes a
// damaged entry.
func kept(dir, key string) []byte {
	d, err := cachedir.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	blob, err := d.Read(kind, key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var h sealed.Header
	var object []byte
	if err == nil {
		h, object, err = sealed.Unseal(blob)
	}
	if err != nil || h.Fingerprint != key {
		_ = d.Remove(kind, key) // if this fails, keep replaces the entry or reports why it cannot
		return nil
	}
	d.Touch(kind, key)
	return object
}

func keep(dir, key string, object []byte, warn func(error)) error {
	d, moved, err := cachedir.Create(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if moved {
		warn(cachedir.Moved(dir, d))
	}
	return d.Write(kind, key, sealed.Seal(sealed.Header{Backend: "c", Version: version, Fingerprint: key}, object))
}

func (cc *compiler) compile(ctx context.Context, source string) ([]byte, error) {
	w, err := newWork()
	if err != nil {
		return nil, err
	}
	defer w.close()
	in, out := w.path("kernels.c"), w.path("kernels.so")
	if err := os.WriteFile(in, []byte(source), 0o600); err != nil {
		return nil, err
	}
	args := append(append([]string{}, cc.flags...), "-o", out, in, "-lm")
	cmd := exec.CommandContext(ctx, cc.path, args...)
	cmd.Env = append(os.Environ(), "TMPDIR="+w.dir) // compilers write temporary files
	together(cmd)
	text, err := cmd.CombinedOutput()
	if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		return nil, cc.failure(args, err, string(text), ctx)
	}
	object, err := os.ReadFile(out)
	if err != nil {
		return nil, diag.Errorf(diag.Span{}, "C compiler ended without an error, but wrote no shared object\n%s %s", cc.path, strings.Join(args, " ")).
			WithHelp("use --backend=vm, or another compiler in CC")
	}
	return object, nil
}

// failure reports a failed compilation: the command and the first lines that it printed.
func (cc *compiler) failure(args []string, err error, text string, ctx context.Context) error {
	if e := ctx.Err(); e != nil {
		return e
	}
	lines := strings.SplitN(strings.TrimSpace(text), "\n", 9)
	if len(lines) > 8 {
		lines[8] = "…"
	}
	var exit *exec.ExitError
	what := "could not be started: " + err.Error()
	if errors.As(err, &exit) {
		what = "failed: " + exit.String()
	}
	says := fmt.Sprintf("C compiler %s\n%s %s\n%s", what, cc.path, strings.Join(args, " "), strings.Join(lines, "\n"))
	return diag.Errorf(diag.Span{}, "%s", strings.TrimSuffix(says, "\n")).
		WithHelp("use --backend=vm, or another compiler in CC")
}
