package commands

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// CacheArgs is the command line of lathe cache.
type CacheArgs struct {
	Dir     string           `name:"cache-dir" placeholder:"DIR" help:"The folder of the cache (default: the user's)."`
	List    struct{}         `cmd:"" help:"List the compiled programs in the cache."`
	Verify  struct{}         `cmd:"" help:"Read every entry and remove damaged ones."`
	Prune   CachePruneArgs   `cmd:"" help:"Remove entries by age, total size or build."`
	Explain CacheExplainArgs `cmd:"" help:"Say whether a program is in the cache, or why not."`
}

// CachePruneArgs say what lathe cache prune removes.
type CachePruneArgs struct {
	Most   string         `placeholder:"SIZE" help:"Remove the entries unused for longest until at most SIZE is left, such as 200MiB."`
	Unused *time.Duration `placeholder:"TIME" help:"Remove entries that were not used for TIME, such as 720h; 0s removes all."`
	Stale  bool           `help:"Remove programs of other builds of lathe."`
}

// CacheExplainArgs name a program and how it is run.
type CacheExplainArgs struct {
	File    string  `arg:"" help:"The program; - is standard input."`
	Backend string  `placeholder:"NAME" help:"As for run."`
	Devices *string `placeholder:"LIST" help:"As for run."`

	Property []string `placeholder:"KEY=VALUE" help:"As for run." sep:"none"`
}

// cacheFolder returns the folder where run keeps compiled programs; "" if the system has none.
func cacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "lathe")
}

// Cache runs lathe cache; command is its word: list, verify, prune or explain.
func Cache(ctx context.Context, t *driver.Tool, command string, a CacheArgs, stdin io.Reader, out io.Writer) error {
	if a.Dir == "" {
		a.Dir = cacheFolder()
	}
	if a.Dir == "" {
		return diag.Errorf(diag.Span{}, "this system names no folder for caches").WithHelp("give one with --cache-dir")
	}
	c := cache.Open(a.Dir, cache.Options{})
	if folder := c.Folder(); folder != "" && folder != a.Dir && command != "explain" {
		fmt.Fprintf(out, "the cache is in '%s'\n", folder)
	}
	switch command {
	case "list":
		all, err := c.Entries(false)
		if err != nil {
			return err
		}
		return printEntries(out, c, all, "")
	case "verify":
		return verifyCache(out, c)
	case "prune":
		return pruneCache(out, c, a.Prune)
	}
	m, err := parseProgram(t, a.Explain.File, stdin)
	if err != nil {
		return err
	}
	o := compile.Options{Backend: a.Explain.Backend, Backends: t.All().Backends, CacheDir: a.Dir}
	if o.Devices, err = splitDevices(a.Explain.Devices); err != nil {
		return err
	}
	if o.Properties, err = properties(a.Explain.Property); err != nil {
		return err
	}
	if err := deviceWord(m, &o, io.Discard); err != nil { // run says it
		return err
	}
	text, err := compile.ExplainCache(ctx, m, o)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, text)
	return err
}

// printEntries prints a line for each entry, and the sum, with what was done to them.
func printEntries(out io.Writer, c *cache.Cache, all []cache.Entry, done string) error {
	var bytes int64
	for _, e := range all {
		state := ""
		switch {
		case e.Err != nil:
			state = "  damaged"
		case c.Stale(&e):
			state = "  stale"
		}
		bytes += e.Bytes
		if _, err := fmt.Fprintf(out, "%.12s  %-8s %10d bytes  %s  %s%s\n", e.Key, e.Device(), e.Bytes, e.Used.Format(time.DateTime), e.Name, state); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "%s%d files, %d bytes\n", done, len(all), bytes)
	return err
}

func verifyCache(out io.Writer, c *cache.Cache) error {
	all, err := c.Verify()
	if err != nil {
		return err
	}
	damaged := 0
	for _, e := range all {
		if e.Err != nil {
			damaged++
			fmt.Fprintf(out, "%.12s  removed: %v\n", e.Key, e.Err)
		}
	}
	if err := printSkipped(out, c); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d files are whole, %d were damaged\n", len(all)-damaged, damaged)
	return err
}

// printSkipped prints the names of files that are not entries.
func printSkipped(out io.Writer, c *cache.Cache) error {
	for _, name := range c.Skipped() {
		if _, err := fmt.Fprintf(out, "%s  skipped: it is not an entry of the cache\n", name); err != nil {
			return err
		}
	}
	return nil
}

func pruneCache(out io.Writer, c *cache.Cache, a CachePruneArgs) error {
	o := cache.PruneOptions{Most: -1, Stale: a.Stale}
	if a.Most != "" {
		bytes, err := placement.ParseBytes(a.Most)
		if err != nil || bytes < 0 {
			return diag.Errorf(diag.Span{}, "--most must be a size such as 64KiB or 2GB, but is '%s'", a.Most)
		}
		o.Most = bytes
	}
	switch {
	case a.Unused == nil:
	case *a.Unused < 0:
		return diag.Errorf(diag.Span{}, "--unused must not be negative, but is %v", *a.Unused)
	case *a.Unused == 0:
		o.Most = 0 // everything was unused for so long
	default:
		o.Unused = *a.Unused
	}
	if a.Most == "" && a.Unused == nil && !a.Stale {
		return diag.Errorf(diag.Span{}, "prune needs to know what to remove").WithHelp("give --most=SIZE, --unused=TIME or --stale")
	}
	removed, err := c.Prune(o)
	if err != nil {
		return err
	}
	if err := printSkipped(out, c); err != nil {
		return err
	}
	return printEntries(out, c, removed, "removed ")
}
