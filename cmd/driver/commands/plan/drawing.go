package plan

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/cmd/driver/draw"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/outfile"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// writeDrawings writes drawings of a plan to dir, each as DOT and as SVG. For each function it
// draws the affinity (operations by device), the graph of clusters, and the largest clusters. A
// drawing with more than draw.MaxNodes nodes is folded. If glow is true, the files of clusters and
// of the graph of clusters have the names that Glow uses.
func (pl *Plan) writeDrawings(dir string, glow bool) error {
	if err := cli.MakeFolder(dir); err != nil {
		return err
	}
	for _, f := range pl.Funcs {
		name := f.Fn.SymName()
		clusters, clusterName := name+".clusters", func(i int) string { return strings.TrimPrefix(f.ClusterName(i), "@") }
		if glow {
			clusterName = func(i int) string { return pl.glowName(f, i) }
			if clusters = "DAG"; len(pl.Funcs) > 1 {
				clusters += "_" + name
			}
		}
		graphs := map[string]*draw.Graph{name + ".affinity": pl.drawAffinity(f), clusters: pl.drawClusters(f)}
		for _, i := range largest(f) {
			graphs[clusterName(i)] = pl.drawCluster(f, int32(i))
		}
		for _, file := range slices.Sorted(maps.Keys(graphs)) {
			g := graphs[file].Fold(draw.MaxNodes)
			file = filepath.Join(dir, fileName(file))
			if err := outfile.Write(file+".dot", []byte(g.DOT())); err != nil {
				return cli.FolderError(dir, err)
			}
			if err := outfile.Write(file+".svg", []byte(g.SVG())); err != nil {
				return cli.FolderError(dir, err)
			}
		}
	}
	return nil
}

// glowName returns the name that Glow uses for the dump of a partition. It consists of the first
// logical device, the function, and the backend of the partition. If the strategy assigns no
// logical devices, glowName uses the index of the cluster's device instead.
func (pl *Plan) glowName(f *FuncPlan, i int) string {
	c := f.Clusters[i]
	id, function, backend := int64(c.Device), strings.TrimPrefix(f.ClusterName(i), "@"), pl.Devices[c.Device].Backend
	if p := c.Part; p != nil {
		function, backend = p.Name, p.Backend
		if len(p.Logical) > 0 {
			id = p.Logical[0]
		}
	}
	return fmt.Sprintf("partitionLogicalID%d__%s__%s", id, function, backend)
}

// maxFileName is the largest size of a symbol in a file name, in bytes. Systems limit file names to
// 255 bytes.
const maxFileName = 200

// fileName returns the name of a file for a symbol. This is the symbol itself if it is a valid file
// name. Otherwise fileName replaces characters, shortens the text, and appends a hash, so that
// different symbols have different files.
func fileName(symbol string) string {
	name := strings.Map(func(r rune) rune {
		if r == '/' || r == filepath.Separator || r == utf8.RuneError || unicode.IsControl(r) {
			return '_'
		}
		return r
	}, symbol)
	if name == symbol && len(name) <= maxFileName {
		return name
	}
	hash := sha256.Sum256([]byte(symbol))
	return fmt.Sprintf("%s-%x", strings.ToValidUTF8(name[:min(len(name), maxFileName)], ""), hash[:8])
}

// largest returns the clusters to draw: the clusters with the most operations.
func largest(f *FuncPlan) []int {
	all := make([]int, len(f.Clusters))
	for i := range all {
		all[i] = i
	}
	slices.SortStableFunc(all, func(a, b int) int { return len(f.Clusters[b].Nodes) - len(f.Clusters[a].Nodes) })
	return all[:min(len(all), draw.MaxNodes)]
}

// drawAffinity draws operations, colored by device.
func (pl *Plan) drawAffinity(f *FuncPlan) *draw.Graph {
	g := &draw.Graph{Name: "@" + f.Fn.SymName() + " by device", Of: "operations"}
	at := make([]int, len(f.Ops))
	for v := range f.Ops {
		if !f.IsConstant(int32(v)) {
			at[v] = pl.addNode(g, f, int32(v), f.ClusterName(int(f.Of[v])))
		}
	}
	for v := range f.Ops {
		if !f.IsConstant(int32(v)) {
			pl.addEdges(g, f, int32(v), func(u int32) (int, bool) { return at[u], true })
		}
	}
	return g
}

// addNode adds a node for an operation to g, with the operation's kind, value, device and cluster.
// It returns the index of the node in g.
func (pl *Plan) addNode(g *draw.Graph, f *FuncPlan, v int32, group string) int {
	op := pl.ReportOp(f.Ops[v])
	c := f.Of[v]
	d := f.Clusters[c].Device
	g.Nodes = append(g.Nodes, draw.Node{
		ID:    fmt.Sprintf("#%d", op.ID),
		Lines: []string{strings.TrimSpace(op.Value + " #" + fmt.Sprint(op.ID)), op.Op, "device=" + f.DeviceName(d), "cluster=" + fmt.Sprint(f.First+int(c))},
		Color: int(d), Group: group, Tip: pl.ReasonFor(f, v), Weight: 1,
	})
	return len(g.Nodes) - 1
}

// addEdges draws the edges from v to the successors u for which at(u) returns an index and true.
func (pl *Plan) addEdges(g *draw.Graph, f *FuncPlan, v int32, at func(int32) (int, bool)) {
	from, _ := at(v)
	bytes := map[int32]int64{}
	for _, value := range f.Values(v) {
		for _, u := range f.Users(value) {
			bytes[u] += f.Bytes(value)
		}
	}
	for _, s := range f.Succs(v) {
		to, ok := at(s)
		if !ok {
			continue
		}
		e := draw.Edge{From: from, To: to}
		n, carries := bytes[s]
		if e.Dashed = !carries; carries {
			e.Label = cli.ByteText(n)
		}
		g.Edges = append(g.Edges, e)
	}
}

// drawClusters draws the clusters and the values that pass between them.
func (pl *Plan) drawClusters(f *FuncPlan) *draw.Graph {
	g := &draw.Graph{Name: "@" + f.Fn.SymName() + " by cluster", Of: "clusters"}
	r := pl.ReportFunc(f)
	for i, c := range r.Clusters {
		g.Nodes = append(g.Nodes, draw.Node{
			ID: c.Name, Color: int(f.Clusters[i].Device), Tip: kinds(c.Ops), Weight: len(c.Ops),
			Lines: []string{c.Name, "device=" + c.Device, cli.Plural(len(c.Ops), "operation"), cli.SecondsText(c.Seconds), "peak memory " + cli.ByteText(c.PeakBytes)},
		})
	}
	crossing := make([]map[int32]int64, len(f.Clusters))
	for i := range crossing {
		crossing[i] = map[int32]int64{}
	}
	for value := range int32(f.NumValues()) {
		maker := f.Of[f.Maker(value)]
		counted := map[int32]bool{maker: true}
		for _, u := range f.Users(value) {
			if reader := f.Of[u]; maker != placement.None && !counted[reader] {
				counted[reader] = true
				crossing[maker][reader] += f.Bytes(value)
			}
		}
	}
	q := placement.Quotient(f.Graph, f.Partition)
	for i := range int32(q.Len()) {
		for _, s := range q.Succs(i) {
			n, carries := crossing[i][s]
			e := draw.Edge{From: int(i), To: int(s), Dashed: !carries}
			if carries {
				e.Label = cli.ByteText(n)
			}
			g.Edges = append(g.Edges, e)
		}
	}
	return g
}

// drawCluster draws the operations, inputs and outputs of one cluster.
func (pl *Plan) drawCluster(f *FuncPlan, i int32) *draw.Graph {
	g := &draw.Graph{Name: f.ClusterName(int(i)) + " on " + f.DeviceName(f.Clusters[i].Device), Of: "operations"}
	at := map[int32]int{}
	for _, v := range f.Clusters[i].Nodes {
		at[v] = pl.addNode(g, f, v, "")
	}
	for _, v := range f.Clusters[i].Nodes {
		pl.addEdges(g, f, v, func(u int32) (int, bool) { n, ok := at[u]; return n, ok })
	}
	part := f.Parts[i]
	for _, v := range part.Inputs {
		in := pl.planValue(v)
		g.Nodes = append(g.Nodes, draw.Node{ID: "in " + in.Value, Lines: []string{"in " + in.Value, in.Type}, Color: -1, Weight: 2})
		for _, op := range part.Ops {
			reads := false
			irplace.Reads(op, f.Fn.Entry(), func(x *ir.Value) { reads = reads || x == v })
			if n, _ := f.Node(op); reads {
				g.Edges = append(g.Edges, draw.Edge{From: len(g.Nodes) - 1, To: at[n]})
			}
		}
	}
	for _, v := range part.Outputs {
		out := pl.planValue(v)
		n, _ := f.Node(v.Def())
		g.Nodes = append(g.Nodes, draw.Node{ID: "out " + out.Value, Lines: []string{"out " + out.Value, out.Type}, Color: -1, Weight: 2})
		g.Edges = append(g.Edges, draw.Edge{From: at[n], To: len(g.Nodes) - 1, Label: cli.ByteText(max(0, out.Bytes))})
	}
	return g
}
