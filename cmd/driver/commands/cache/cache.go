// Package cache is the command lathe cache. It lists, verifies, prunes and explains the cache of
// compiled programs.
package cache

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Limit returns the size limit of the cache as text.
func Limit() string { return cli.ByteText(cache.DefaultMost) }

// Args is the command line of lathe cache.
type Args struct {
	Dir     string      `name:"cache-dir" placeholder:"DIR" help:"The folder of the cache; by default it is in the user's folder for caches."`
	List    ListArgs    `cmd:"" help:"Count the compiled programs and kernels in the cache, by device."`
	Verify  struct{}    `cmd:"" help:"Read every entry, and remove the damaged entries."`
	Prune   PruneArgs   `cmd:"" help:"Remove entries by age, total size or build."`
	Explain ExplainArgs `cmd:"" help:"Say whether a program is in the cache and, if it is not, why."`
}

// ListArgs are the flags of lathe cache list.
type ListArgs struct {
	All bool `help:"Also print a line for each file, the most recently used files first."`
}

// PruneArgs are the flags of lathe cache prune, which select the entries to remove.
type PruneArgs struct {
	Most   string         `placeholder:"SIZE" help:"Remove the least recently used entries until at most SIZE is left, such as 200MiB."`
	Unused *time.Duration `placeholder:"TIME" help:"Remove entries that were not used for TIME, such as 720h; 0s removes all."`
	Stale  bool           `help:"Remove programs of other builds of lathe."`
}

// ExplainArgs are the arguments of lathe cache explain: a program, and the flags with which it
// runs.
type ExplainArgs struct {
	File    string  `arg:"" help:"The program; - is standard input."`
	Backend string  `placeholder:"NAME" help:"Backend of the run, as in lathe run."`
	Devices *string `placeholder:"LIST" help:"Devices of the run, as in lathe run."`

	Property []string `placeholder:"KEY=VALUE" help:"Property of the run, as in lathe run." sep:"none"`
}

// Run runs lathe cache. The parameter "command" is the subcommand: list, verify, prune or explain.
func Run(ctx context.Context, t *driver.Tool, command string, a Args, stdin io.Reader, out io.Writer) error {
	if a.Dir == "" {
		var err error
		if a.Dir, err = cli.CacheFolder(); err != nil {
			return diag.Errorf(diag.Span{}, "%v", err).WithHelp("pass --cache-dir=DIR")
		}
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
		return listCache(out, c, all, a)
	case "verify":
		return verifyCache(out, c)
	case "prune":
		return pruneCache(out, c, a.Prune)
	}
	m, err := cli.ParseProgram(ctx, t, a.Explain.File, stdin)
	if err != nil {
		return err
	}
	o := compile.Options{Backend: a.Explain.Backend, Backends: t.All().Backends, CacheDir: a.Dir}
	if o.Devices, err = cli.SplitDevices(a.Explain.Devices); err != nil {
		return err
	}
	if o.Properties, err = cli.Properties(a.Explain.Property); err != nil {
		return err
	}
	if err := cli.UseNamed(m, &o, io.Discard); err != nil { // the command "run" prints these warnings
		return err
	}
	text, err := compile.ExplainCache(ctx, m, o)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, text)
	return err
}

// listCache prints a line for each device and kind of file, and the total. With --all, it first
// prints a line for each file.
func listCache(out io.Writer, c *cache.Cache, all []cache.Entry, a Args) error {
	var b strings.Builder
	if a.List.All {
		for _, e := range all {
			fmt.Fprintf(&b, "%.12s  %-8s %10d bytes  %s  %s%s\n", e.Key, e.Device(), e.Bytes, e.Used.Format(time.DateTime), diag.OneLine(e.Name), stateOf(c, &e))
		}
	}
	kinds := map[string][]cache.Entry{}
	for _, e := range all {
		what := e.Device() + " programs" + stateOf(c, &e)
		if e.Kernels != "" {
			what = e.Kernels + " kernels"
		}
		if e.Kernels == cache.Schedules {
			what = e.Name
		}
		kinds[what] = append(kinds[what], e)
	}
	for _, what := range slices.Sorted(maps.Keys(kinds)) {
		of := kinds[what]
		fmt.Fprintf(&b, "%-24s %6d  %9s  last used %s\n", what, len(of), cli.ByteText(bytesOf(of)), of[0].Used.Format(time.DateTime))
	}
	fmt.Fprintf(&b, "%s, %d bytes of at most %s in %s\n", cli.Plural(len(all), "file"), bytesOf(all), cli.ByteText(cache.DefaultMost), a.Dir)
	_, err := io.WriteString(out, b.String())
	return err
}

// stateOf returns two spaces and the reason that an entry cannot be used, or "" if it can be used.
func stateOf(c *cache.Cache, e *cache.Entry) string {
	switch {
	case e.Err != nil:
		return "  damaged"
	case c.Stale(e):
		return "  stale"
	}
	return ""
}

func bytesOf(all []cache.Entry) (sum int64) {
	for _, e := range all {
		sum += e.Bytes
	}
	return sum
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
	_, err = fmt.Fprintf(out, "intact: %s; damaged: %s\n", cli.Plural(len(all)-damaged, "file"), cli.Plural(damaged, "file"))
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

func pruneCache(out io.Writer, c *cache.Cache, a PruneArgs) error {
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
		o.Most = 0 // every entry has been unused for at least 0s
	default:
		o.Unused = *a.Unused
	}
	if a.Most == "" && a.Unused == nil && !a.Stale {
		return diag.Errorf(diag.Span{}, "prune needs an option that selects what to remove").WithHelp("pass --most=SIZE, --unused=TIME or --stale")
	}
	removed, err := c.Prune(o)
	if err != nil {
		return err
	}
	if err := printSkipped(out, c); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "removed %s, %d bytes\n", cli.Plural(len(removed), "file"), bytesOf(removed))
	return err
}
