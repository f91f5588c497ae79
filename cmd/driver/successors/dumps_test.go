package successors

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/clusterdag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// regions returns the clusters of a program's entry, in order.
func (p *program) regions() (list []cluster.Region) {
	for op := range irplace.Entries(p.Module)[0].Entry().Ops() {
		if r, ok := ir.As[cluster.Region](op); ok {
			list = append(list, r)
		}
	}
	return list
}

// TestR21Dumps checks that the graph of clusters is valid DOT for all cluster names. It must have a
// node for each cluster, and an edge for each dependency.
func TestR21Dumps(t *testing.T) {
	hostile, err := readParts(t, "partitions: 3\nnames: ['a|b', 'q\"\\', '{ü <x>}']\nlogical: [[0], [1], [0, 1]]\nops: {add1: 0, add2: 2}\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*program{
		divided(t, "g01", several("I", 3, 3072), "memory", placement.Options{}, nil),
		divided(t, "g03", three(), "memory", placement.Options{}, nil),
		divided(t, "g06", several("I", 3, 3072), "user", placement.Options{}, hostile),
	} {
		var text strings.Builder
		if err := clusterdag.Dot(&text, irplace.Entries(p.Module)[0], clusterdag.Of(irplace.Entries(p.Module)[0], 0)); err != nil {
			t.Fatal(err)
		}
		g, err := parseDot(text.String())
		if err != nil {
			t.Fatalf("%v in\n%s", err, text.String())
		}
		regions := p.regions()
		if g.name != irplace.Entries(p.Module)[0].SymName() || len(g.order) != len(regions) {
			t.Fatalf("graph %s has %d nodes for %d clusters", g.name, len(g.order), len(regions))
		}
		color, edges := map[string]string{}, map[[2]string]bool{}
		for i, r := range regions {
			part, _ := cluster.PartOf(r.Op)
			node := g.nodes[g.order[i]]
			fields, err := recordFields(node["label"])
			if want := []string{part.Name, "backend: " + part.Backend, fmt.Sprintf("%d bytes", part.Memory.Size())}; err != nil || !slices.Equal(fields, want) {
				t.Errorf("cluster %d has the fields %q, want %q: %v", i, fields, want, err)
			}
			if c, ok := color[part.Backend]; node["fillcolor"] == "" || ok && c != node["fillcolor"] {
				t.Errorf("clusters of backend %s have the colors '%s' and '%s', want one color", part.Backend, c, node["fillcolor"])
			}
			color[part.Backend] = node["fillcolor"]
			for v := range r.Op.Operands() {
				if k := slices.IndexFunc(regions, func(o cluster.Region) bool { return o.Op == v.Def() }); k >= 0 {
					edges[[2]string{g.order[k], g.order[i]}] = true
				}
			}
		}
		for _, e := range g.edges {
			if !edges[e] {
				t.Errorf("the edge %v is not a dependency, or occurs twice", e)
			}
			delete(edges, e)
		}
		if len(edges) > 0 {
			t.Errorf("the graph has no edges for the dependencies %v:\n%s", edges, text.String())
		}
	}
}

// TestR21Log checks that the log has all fields of Glow's log in the same order.
func TestR21Log(t *testing.T) {
	p := divided(t, "g02", several("I", 4, 2048), "memory", placement.Options{FleetOptions: placement.FleetOptions{SaturateHost: true}}, nil)
	var log strings.Builder
	if err := clusterdag.Log(&log, irplace.Entries(p.Module)[0], clusterdag.Of(irplace.Entries(p.Module)[0], 0)); err != nil {
		t.Fatal(err)
	}
	want := "@main: number of partitions: 2\n"
	for i, r := range p.regions() {
		part, _ := cluster.PartOf(r.Op)
		m := irplace.RegionMemory(r, 1, irplace.NewInsides(ir.NewSymbols(p.Module.Op)))
		want += fmt.Sprintf("partition %d:\n  name: %s\n  backend: I\n  context count: 1\n  total memory: %d\n  input size: %d\n  input count: %d\n  input from peers count: %d\n"+
			"  output size: %d\n  constant size: %d\n  non-deferred constant size: %d\n  deferred constant size: %d\n  peak of values inside: %d\n  logical devices: %s\n  devices: %s\n  instances: 2\n",
			i, part.Name, m.In+m.Out+m.Constants, m.In, m.Inputs, m.Peers, m.Out, m.Constants, m.Constants-m.Deferred, m.Deferred, m.Peak,
			[]string{"0, 2", "1, 3"}[part.Logical[0]], strings.Join(part.Devices, ", "))
	}
	if log.String() != want {
		t.Errorf("got\n%s\nwant\n%s", log.String(), want)
	}
	single := divided(t, "g03", several("I", 1, 0), "memory", placement.Options{}, nil)
	for _, r := range single.regions() {
		part, _ := cluster.PartOf(r.Op)
		part.Logical = nil
		r.Op.SetDiscardable(cluster.PartAttr, part.Attr())
	}
	log.Reset()
	if err := clusterdag.Log(&log, irplace.Entries(single.Module)[0], clusterdag.Of(irplace.Entries(single.Module)[0], 0)); err != nil || strings.Contains(log.String(), "logical devices") {
		t.Errorf("the log lists logical devices, but the clusters have none: %v\n%s", err, log.String())
	}
}

// TestR21Pictures checks that a cluster's DOT graph has a node for each operation, input and
// output, and an edge for each use of a value. Each SVG must be well-formed.
func TestR21Pictures(t *testing.T) {
	dir := t.TempDir()
	devices := file(t, "devices.yaml", "- {name: a, backend: vm, memory: 3KiB}\n- {name: b, backend: vm, memory: 3KiB}\n- {name: c, backend: vm, memory: 3KiB}\n")
	lathe(t, "plan", "--devices="+devices, "--strategy=memory", "--draw="+dir, filepath.Join("testdata", "g01.mlir"))
	for _, c := range []struct {
		name         string
		nodes, edges int // nodes are clusters in main.clusters, and operations in main.affinity
	}{{"cluster_0_a", 4, 3}, {"cluster_1_a", 9, 8}, {"cluster_2_a", 6, 5}, {"main.clusters", 3, 2}, {"main.affinity", 11, 11}} {
		found, err := filepath.Glob(filepath.Join(dir, strings.Replace(c.name, "_a", "_?", 1)+".dot"))
		if err != nil || len(found) != 1 {
			t.Errorf("%s: got the files %v and error %v, expected one file", c.name, found, err)
			continue
		}
		text, err := os.ReadFile(found[0])
		if err != nil {
			t.Fatal(err)
		}
		g, err := parseDot(string(text))
		if err != nil {
			t.Errorf("%s: %v in\n%s", c.name, err, text)
			continue
		}
		if len(g.nodes) != c.nodes || len(g.edges) != c.edges {
			t.Errorf("%s has %d nodes and %d edges, want %d and %d:\n%s", c.name, len(g.nodes), len(g.edges), c.nodes, c.edges, text)
		}
		for _, e := range g.edges {
			if g.nodes[e[0]] == nil || g.nodes[e[1]] == nil {
				t.Errorf("%s: the edge %v has an end that is not a node", c.name, e)
			}
		}
		picture, err := os.Open(strings.TrimSuffix(found[0], ".dot") + ".svg")
		if err != nil {
			t.Fatal(err)
		}
		defer picture.Close()
		for d := xml.NewDecoder(picture); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
	}
}
