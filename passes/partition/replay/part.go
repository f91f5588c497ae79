package replay

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	dialect "github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// part has the properties that the text gives to a cluster of a [placement.FleetStrategy]. The
// text has no memory sizes; they are computed.
type part struct {
	Pos       lexer.Position
	Name      string   `parser:"'as' @( Word | String )"`
	Backend   string   `parser:"( 'backend' @( Word | String ) )?"`
	Numbers   string   `parser:"( 'numbers' @Word )?"`
	On        []string `parser:"( 'on' @String+ )?"`
	Contexts  string   `parser:"( 'contexts' @Word )?"`
	Replicas  string   `parser:"( 'replicas' @Word )?"`
	Instances string   `parser:"( 'instances' @Word )?"`
	Units     string   `parser:"( 'units' @Word )?"`
	Fast      []string `parser:"( 'fast' @String+ )?"`
	Options   []string `parser:"( 'options' @String+ )?"`
	Joined    []string `parser:"( 'joined' @ID+ )?"`
	Elsewhere bool     `parser:"@'elsewhere'?"`
}

// writePart writes the properties of a part after its device.
func writePart(b *bufio.Writer, g *irplace.Func, p *placement.Part) {
	if p == nil {
		return
	}
	fmt.Fprintf(b, " as %q", p.Name)
	if p.Backend != "" {
		fmt.Fprintf(b, " backend %q", p.Backend)
	}
	if len(p.Logical) > 0 {
		fmt.Fprintf(b, " numbers %s", dialect.Numbers(p.Logical, ","))
	}
	var on, options []string
	for _, d := range p.Physical {
		on = append(on, g.DeviceName(d))
	}
	for _, o := range p.Options {
		options = append(options, o.Key, o.Value)
	}
	writeWords(b, "on", on)
	for _, n := range []struct {
		what         string
		count, least int
	}{{"contexts", p.Memory.Contexts, 2}, {"replicas", p.Replicas, 2}, {"instances", p.Instances, 2}, {"units", p.Units, 1}} {
		if n.count >= n.least {
			fmt.Fprintf(b, " %s %d", n.what, n.count)
		}
	}
	writeWords(b, "fast", p.Fast)
	writeWords(b, "options", options)
	if len(p.Joined) > 0 {
		b.WriteString(" joined")
		for _, value := range p.Joined {
			fmt.Fprintf(b, " #%d", g.Op[g.Maker(value)])
		}
	}
	if p.RunOn != "" {
		b.WriteString(" elsewhere")
	}
}

func writeWords(b *bufio.Writer, what string, words []string) {
	if len(words) == 0 {
		return
	}
	fmt.Fprintf(b, " %s", what)
	for _, w := range words {
		fmt.Fprintf(b, " %q", w)
	}
}

// kept converts a cluster's part to the form that the program stores. bad is its first error, or
// nil.
func (f *File) kept(c *cluster, devices []string) (k dialect.Part, bad *diag.Diagnostic) {
	p := c.Part
	k = dialect.Part{Name: p.Name, Backend: p.Backend, Devices: p.On, Fast: p.Fast}
	if len(p.On) == 0 {
		k.Devices = []string{c.Device}
	}
	for i := 0; i+1 < len(p.Options); i += 2 {
		k.Options = append(k.Options, dialect.PartOption{Key: p.Options[i], Value: p.Options[i+1]})
	}
	if bad := f.counts(p, &k); bad != nil {
		return k, bad
	}
	unknown := slices.IndexFunc(k.Devices, func(d string) bool { return !slices.Contains(devices, d) })
	sorted := slices.Sorted(slices.Values(k.Devices))
	switch {
	case p.Name == "":
		bad = f.wrong(p, "give the partition a name", "has an empty name")
	case len(slices.Compact(sorted)) < len(k.Devices):
		bad = f.wrong(p, "list each device once", "must be on different devices, but they are %s", strings.Join(k.Devices, ", "))
	case len(p.Options)%2 != 0:
		bad = f.wrong(p, `write each option as "key" "value"`, "must have a key and a value for each option, but the number of words is %d", len(p.Options))
	case unknown >= 0:
		bad = f.wrong(p, "add this device to the list of devices, or give another device", "is on device '%s', but the devices are %s", k.Devices[unknown], strings.Join(devices, ", "))
	case !slices.Contains(k.Devices, c.Device):
		bad = f.wrong(p, "add the device of the cluster to the devices of the partition", "is in a cluster for device '%s', so its devices must include it, but they are %s", c.Device, strings.Join(k.Devices, ", "))
	case len(k.Logical) > 0 && len(k.Logical) != len(k.Devices):
		bad = f.wrong(p, "give each device a logical id", "must have a logical id for each of its devices (%s), but has %s", strings.Join(k.Devices, ", "), p.Numbers)
	}
	return k, bad
}

func (f *File) wrong(p *part, help, format string, args ...any) *diag.Diagnostic {
	return f.errorf(p.Pos, len("as"), "partition '%s' "+format, append([]any{p.Name}, args...)...).WithHelp(help)
}

// counts parses the numbers of p into k.
func (f *File) counts(p *part, k *dialect.Part) *diag.Diagnostic {
	for _, n := range []struct {
		what, text string
		into       *int64
	}{{"contexts", p.Contexts, &k.Memory.Contexts}, {"replicas", p.Replicas, &k.Replicas}, {"instances", p.Instances, &k.Instances}, {"units", p.Units, &k.Units}} {
		if n.text == "" {
			continue
		}
		x, err := strconv.ParseInt(n.text, 10, 32)
		if err != nil || x < 1 {
			return f.wrong(p, "leave the number out for the default", "must have a number of %s that is at least 1, but has %s", n.what, n.text)
		}
		*n.into = x
	}
	if p.Numbers == "" {
		return nil
	}
	for text := range strings.SplitSeq(p.Numbers, ",") {
		x, err := strconv.ParseInt(text, 10, 64)
		if err != nil || x < 0 {
			return f.wrong(p, "write the ids as in 0,2", "must have logical device ids, but has %s", p.Numbers)
		}
		k.Logical = append(k.Logical, x)
	}
	return nil
}

// parts sets the field Part of the clusters of p. clusters[of[v]] is the cluster of node v.
func (f *File) parts(g *placement.Graph, p *placement.Partition, of []int32, clusters []*cluster) error {
	byID := map[string]int32{}
	for v, id := range g.Op {
		byID[fmt.Sprint("#", id)] = int32(v)
	}
	for i := range p.Clusters {
		k := &p.Clusters[i]
		c := clusters[of[k.Nodes[0]]]
		if c.Part == nil {
			continue
		}
		kept, bad := f.kept(c, g.Devices)
		if bad != nil {
			return bad
		}
		part, err := irplace.KeptPart(g, k.Nodes, kept)
		if err != nil {
			return err
		}
		for _, id := range c.Part.Joined {
			v, ok := byID[id]
			if !ok || p.Of[v] != int32(i) || len(g.Values(v)) != 1 {
				return f.wrong(c.Part, "leave this operation out", "cannot join the result of %s: it must be an operation of the cluster, and must have exactly one result", id)
			}
			part.Joined = append(part.Joined, g.Values(v)[0])
			if placement.Unlike(g, part.Joined) != placement.None {
				return f.wrong(c.Part, "leave "+id+" out", "cannot join the result of %s: it must be a tensor of static shape without encoding, and may differ from the result of %s only in the last dimension", id, c.Part.Joined[0])
			}
		}
		if n := len(part.Joined); n > 0 && len(placement.Joinable(g, p.Of, part.Joined)) != n {
			return f.wrong(c.Part, "leave the other results out, or the word 'joined'", "must join at least two results, each listed once, read by another cluster and not returned, but joins %s", strings.Join(c.Part.Joined, " "))
		}
		if c.Part.Elsewhere {
			part.RunOn = c.Device
		}
		k.Part = part
	}
	return nil
}

// Added lists the devices of clusters that the text marks with "elsewhere", except the given
// devices. The strategy profiling produces such clusters. The caller must add the devices to the
// module's list.
func (f *File) Added(given []string) (more []string) {
	for _, fn := range f.funcs {
		for _, c := range fn.Clusters {
			if c.Part != nil && c.Part.Elsewhere && !slices.Contains(given, c.Device) && !slices.Contains(more, c.Device) {
				more = append(more, c.Device)
			}
		}
	}
	return more
}
