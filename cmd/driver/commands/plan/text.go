package plan

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir/diag"
)

func writePlan(w io.Writer, r *Report) error {
	var b strings.Builder
	order := "in this order"
	if r.Unpinned != "" {
		order += "; " + r.Unpinned + " runs the operations that are not pinned"
	}
	if len(r.Added) > 0 {
		order += "; the strategy added " + strings.Join(r.Added, ", ") + ", where it runs clusters"
	}
	fmt.Fprintf(&b, "devices: %s (%s)\n", strings.Join(r.Devices, ", "), order)
	fmt.Fprintf(&b, "strategy: %s\n", r.Strategy)
	for _, f := range r.Functions {
		fmt.Fprintf(&b, "\n@%s: %s, constants not counted\n", diag.OneLine(f.Name), cli.Plural(f.Coverage.Ops, "operation"))
		if len(f.Cycles) > 0 {
			writeCycles(&b, f)
			continue
		}
		writeClusters(&b, f)
		writeParts(&b, f)
		writeDevices(&b, f)
		writeCopies(&b, f)
		c := f.Coverage
		fmt.Fprintf(&b, "coverage: %d of %d operations, each in one cluster; %s in %s\n",
			c.Placed, c.Ops, cli.Plural(c.Constants, "constant"), cli.PluralY(c.Copies, "cop"))
		writeBound(&b, f)
		if f.Cost != nil {
			fmt.Fprintf(&b, "estimate: %s a run: %s in operations, %s in launches, %s in copies\n", cli.SecondsText(f.Cost.Total),
				cli.SecondsText(f.Cost.Run), cli.SecondsText(f.Cost.Launch), cli.SecondsText(f.Cost.Transfer))
		}
		for _, a := range f.Advice {
			fmt.Fprintf(&b, "advice: %s\n", a.Text)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeBound writes the lower bound on the number of clusters, if there is one.
func writeBound(b *strings.Builder, f Function) {
	switch n := len(f.Clusters); {
	case f.Bound == 0:
	case f.Bound == n:
		fmt.Fprintf(b, "bound: it is proven that no division with each operation on its device has fewer than %d clusters\n", n)
	default:
		fmt.Fprintf(b, "bound: no division with each operation on its device has fewer than %d clusters, so this one has at most %.0f %% more than needed\n", f.Bound, 100*(float64(n)/float64(f.Bound)-1))
	}
}

func writeCycles(b *strings.Builder, f Function) {
	for i, c := range f.Cycles {
		fmt.Fprintf(b, "cycle %d: %s\n", i, c.Text)
	}
}

// writeTable writes rows in columns, with rows[0] as the header. right[i] aligns column i right.
func writeTable(b *strings.Builder, right []bool, rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, r := range rows {
		var line strings.Builder
		for i, cell := range r {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if right[i] {
				cell, pad = pad+cell, ""
			}
			line.WriteString(cell + pad + "  ")
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

func writeClusters(b *strings.Builder, f Function) {
	rows := [][]string{{"cluster", "device", "ops", "in", "out", "bytes in", "bytes out", "flops", "time", "peak", "operations"}}
	for _, c := range f.Clusters {
		rows = append(rows, []string{
			c.Name, c.Device, fmt.Sprint(len(c.Ops)), fmt.Sprint(len(c.Inputs)), fmt.Sprint(len(c.Outputs)),
			fmt.Sprint(c.BytesIn), fmt.Sprint(c.BytesOut), cli.CountText(c.Flops), cli.SecondsText(c.Seconds), cli.ByteText(c.PeakBytes), kinds(c.Ops),
		})
	}
	writeTable(b, []bool{false, false, true, true, true, true, true, true, true, true, false}, rows)
}

// writeParts writes a table of the clusters that a fleet strategy formed (see placement.Part).
func writeParts(b *strings.Builder, f Function) {
	rows := [][]string{{"partition", "cluster", "numbers", "on", "reserves", "= (in", "+ out)", "× contexts", "+ constants", "from others", "replicas"}}
	for _, c := range f.Clusters {
		p := c.Part
		if p == nil {
			continue
		}
		rows = append(rows, []string{
			p.Name, c.Name, cluster.Numbers(p.Logical, ","), strings.Join(p.Devices, ","), cli.ByteText(p.ReservedBytes),
			fmt.Sprint(p.BytesIn), fmt.Sprint(p.BytesOut), fmt.Sprint(p.Contexts), fmt.Sprint(p.ConstantBytes), fmt.Sprint(p.Peers), fmt.Sprint(p.Replicas),
		})
	}
	if len(rows) == 1 {
		return
	}
	writeTable(b, []bool{false, false, false, false, true, true, true, true, true, true, true}, rows)
	if x := f.Crossed; x != nil {
		fmt.Fprintf(b, "crossing: %d bytes go between %s", x.Bytes, cli.Plural(x.Partitions, "partition"))
		if x.FirstPartitions > 0 {
			fmt.Fprintf(b, "; before operations were moved and partitions merged, %d bytes between %d partitions", x.FirstBytes, x.FirstPartitions)
		}
		b.WriteString("\n")
	}
	switch x := f.Balance; {
	case x == nil:
	case x.Devices == 1:
		fmt.Fprintf(b, "balance: only %s runs operations\n", x.Device)
	default:
		fmt.Fprintf(b, "balance: %s runs longest, %.2f times the mean of the %d devices that run something\n", x.Device, x.Ratio, x.Devices)
	}
}

// writeDevices writes each device's share.
func writeDevices(b *strings.Builder, f Function) {
	rows := [][]string{{"device", "clusters", "ops", "flops", "bytes moved", "time", "peak memory"}}
	for _, d := range f.Devices {
		peak := cli.ByteText(d.PeakBytes)
		if d.MemoryBytes > 0 {
			peak += " of " + cli.ByteText(d.MemoryBytes)
		}
		clusters := fmt.Sprint(d.Clusters)
		if d.Held > 0 {
			clusters += fmt.Sprintf(" (+%d)", d.Held)
		}
		rows = append(rows, []string{
			d.Device, clusters, fmt.Sprintf("%d (%s)", d.Ops, cli.Percent(d.OpsShare)),
			fmt.Sprintf("%s (%s)", cli.CountText(d.Flops), cli.Percent(d.FlopsShare)),
			fmt.Sprintf("%s (%s)", cli.ByteText(d.Bytes), cli.Percent(d.BytesShare)), cli.SecondsText(d.Seconds), peak,
		})
	}
	writeTable(b, []bool{false, true, true, true, true, true, true}, rows)
}

// widest is the width of the column that lists the kinds of a cluster's operations.
const widest = 60

// kinds returns a text that counts operations by kind, in order of first occurrence. If the text
// would not fit into the column, kinds omits the last kinds.
func kinds(ops []Op) string {
	count := map[string]int{}
	var order []string
	for _, o := range ops {
		if count[o.Op] == 0 {
			order = append(order, o.Op)
		}
		count[o.Op]++
	}
	var s strings.Builder
	for i, k := range order {
		_, short, _ := strings.Cut(k, ".")
		part := short
		if count[k] > 1 {
			part = fmt.Sprintf("%d×%s", count[k], short)
		}
		if s.Len()+len(part) > widest {
			fmt.Fprintf(&s, " +%d", len(order)-i)
			break
		}
		if i > 0 {
			s.WriteByte(' ')
		}
		s.WriteString(part)
	}
	return s.String()
}

func writeCopies(b *strings.Builder, f Function) {
	fmt.Fprintf(b, "copies between devices: %d, %d bytes\n", len(f.Copies), f.CopiedBytes)
	if len(f.Copies) == 0 {
		return
	}
	rows := [][]string{{"  value", "from", "to", "bytes", "made by", "for"}}
	for _, c := range f.Copies {
		size := fmt.Sprint(c.Bytes)
		if c.Bytes < 0 {
			size = "?"
		}
		rows = append(rows, []string{"  " + c.Value, c.From, c.To, size, c.By, strings.Join(c.For, " ")})
	}
	writeTable(b, []bool{false, false, false, true, false, false}, rows)
}
