package successors

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/placement"
)

// model is a recommendation model with five tables, an optional chain of operations after each
// table, and fully connected layers.
type model struct {
	shared bool   // all tables have equal widths and read the same splats for weights and lengths
	chain  string // after each table: "", "norm" (Clip, LayerNorm, Clip), "tile" (only table 0) or "tanh"
	layers int
}

// text returns the model's program. Table i has ten rows of width 16(i+1), or 48 if m.shared is
// set.
func (m model) text() string {
	var args, body, names, types []string
	line := func(format string, a ...any) { body = append(body, fmt.Sprintf("  "+format, a...)) }
	if m.shared {
		line("%%weights = nn.splat {value = 1.0} : tensor<2560xf32>")
		line("%%lengths = nn.splat {value = 80.0} : tensor<32xi32>")
	}
	for i := range 5 {
		w, bags := 16*(i+1), 32
		weights, lengths := fmt.Sprintf("weights%d", i), fmt.Sprintf("lengths%d", i)
		if m.chain == "tile" && i == 0 {
			bags = 1
		}
		if m.shared {
			w, weights, lengths = 48, "weights", "lengths"
		} else {
			args = append(args, fmt.Sprintf("%%%s: tensor<2560xf32>", weights), fmt.Sprintf("%%%s: tensor<%dxi32>", lengths, bags))
		}
		args = append(args, fmt.Sprintf("%%indices%d: tensor<2560xi64>", i))
		line("%%table%d = stablehlo.constant dense<%d> : tensor<10x%dxui8>", i, i+1, w+8)
		t := fmt.Sprintf("tensor<%dx%dxf32>", bags, w)
		x := fmt.Sprintf("sls%d", i)
		line("%%%s = nn.fused_rowwise_sparse_lengths_weighted_sum %%table%d, %%%s, %%indices%d, %%%s : (tensor<10x%dxui8>, tensor<2560xf32>, tensor<2560xi64>, tensor<%dxi32>) -> %s", x, i, weights, i, lengths, w+8, bags, t)
		switch {
		case m.chain == "norm":
			line("%%clip%da = nn.clip %%%s {max = 100.0, min = -100.0} : %s", i, x, t)
			line("%%scale%d = stablehlo.constant dense<0.5> : tensor<%dxf32>", i, w)
			line("%%bias%d = stablehlo.constant dense<0.5> : tensor<%dxf32>", i, w)
			line("%%norm%d = nn.layer_norm %%clip%da, %%scale%d, %%bias%d {epsilon = 1.0e-5} : (%s, tensor<%dxf32>, tensor<%dxf32>) -> %s", i, i, i, i, t, w, w, t)
			x = fmt.Sprintf("clip%db", i)
			line("%%%s = nn.clip %%norm%d {max = 10.0, min = -10.0} : %s", x, i, t)
		case m.chain == "tanh":
			line("%%tanh%d = nn.tanh %%%s : %s", i, x, t)
			x = fmt.Sprintf("tanh%d", i)
		case m.chain == "tile" && i == 0:
			wide := fmt.Sprintf("tensor<32x%dxf32>", w)
			line("%%tile%d = nn.tile %%%s {axis = 0, count = 32} : (%s) -> %s", i, x, t, wide)
			x, t = fmt.Sprintf("tile%d", i), wide
		}
		names, types = append(names, "%"+x), append(types, t)
	}
	line("%%concat = nn.concat %s {axis = 1} : (%s) -> tensor<32x240xf32>", strings.Join(names, ", "), strings.Join(types, ", "))
	x := "concat"
	for i := range m.layers {
		line("%%w%d = stablehlo.constant dense<0.1> : tensor<240x240xf32>", i)
		line("%%b%d = stablehlo.constant dense<0.2> : tensor<240xf32>", i)
		line("%%fc%d = nn.fc %%%s, %%w%d, %%b%d : (tensor<32x240xf32>, tensor<240x240xf32>, tensor<240xf32>) -> tensor<32x240xf32>", i, x, i, i)
		x = fmt.Sprintf("fc%d", i)
	}
	return fmt.Sprintf("func.func @main(%s) -> tensor<32x240xf32> {\n%s\n  return %%%s : tensor<32x240xf32>\n}\n", strings.Join(args, ", "), strings.Join(body, "\n"), x)
}

func sparse(t *testing.T, m model, o placement.SparseOptions) *program {
	t.Helper()
	t.Parallel()
	p := parse(t, m.text())
	p.succeeds(t, parse(t, m.text()), cards(), "sparsenn", placement.Options{SparseOptions: o}, nil)
	return p
}

func cards() []device { return several("CPU", 3, 1_250_000) }

// sizes returns the bytes of the partitions with tables, in ascending order, and of the other
// partition, the rest. It checks that each device with a table partition also holds the rest.
func (p *program) sizes(t *testing.T) (tables []int64, rest int64) {
	t.Helper()
	p.Op.Walk(func(op *ir.Op) bool {
		if part, ok := cluster.PartOf(op); ok {
			switch {
			case strings.HasPrefix(part.Name, "main_SLSPartition_") && len(part.Logical) == 1:
				tables = append(tables, part.Memory.Size())
			case part.Name == "main_NonSLSPartition_" && len(part.Logical) == 3:
				rest = part.Memory.Size()
			default:
				t.Errorf("part %s has the wrong devices %v", part.Name, part.Logical)
			}
		}
		return !ir.Is[cluster.Region](op)
	})
	for _, n := range tables {
		if n+rest > 1_250_000 {
			t.Errorf("a partition with %d bytes and the rest with %d bytes do not fit on one device", n, rest)
		}
	}
	slices.Sort(tables)
	return tables, rest
}

// holds checks the sizes, and how many table partitions have operations of each name in inTables.
// If fewer than three have them, the rest must have some too.
func (p *program) holds(t *testing.T, tables []int64, rest int64, inTables map[string]int) {
	t.Helper()
	gotTables, gotRest := p.sizes(t)
	if !slices.Equal(gotTables, tables) || gotRest != rest {
		t.Errorf("the partitions with tables have %v bytes and the rest has %d, want %v and %d", gotTables, gotRest, tables, rest)
	}
	for name, want := range inTables {
		with, elsewhere := 0, 0
		p.Op.Walk(func(op *ir.Op) bool {
			r, ok := ir.As[cluster.Region](op)
			if !ok {
				return true
			}
			n := 0
			for o := range r.Body().Ops() {
				if o.Name() == name {
					n++
				}
			}
			if part, _ := cluster.PartOf(op); strings.Contains(part.Name, "NonSLS") {
				elsewhere += n
			} else if n > 0 {
				with++
			}
			return false
		})
		if with != want || want < 3 && name != "nn.tile" && name != "nn.concat" && name != "nn.clip" && elsewhere == 0 {
			t.Errorf("%s is in %d partitions with tables, want %d; %d of these operations are in the rest", name, with, want, elsewhere)
		}
	}
}

var (
	plain    = []int64{41968, 72896, 72896}
	withNorm = []int64{42608, 73536, 73536}
)

func TestGlow06SimpleSparseNN(t *testing.T) {
	p := sparse(t, model{layers: 4}, placement.SparseOptions{Cards: 3})
	p.holds(t, plain, 986880, nil)
	if got := strings.Join(p.parts(), "\n"); !strings.Contains(got, "SLSPartition_0 CPU {sls4} 41968 [0]") ||
		!strings.Contains(got, "SLSPartition_1 CPU {sls0 sls3} 72896 [1]") || !strings.Contains(got, "SLSPartition_2 CPU {sls1 sls2} 72896 [2]") {
		t.Errorf("got\n%s", got)
	}
}

func TestGlow07PairLayerNormNothing(t *testing.T) {
	sparse(t, model{layers: 4}, placement.SparseOptions{Cards: 3, Pair: []string{"LayerNorm"}}).holds(t, plain, 986880, nil)
}

func TestGlow08ClipAndLayerNormInRest(t *testing.T) {
	p := sparse(t, model{chain: "norm", layers: 4}, placement.SparseOptions{Cards: 3})
	p.holds(t, plain, 988800, map[string]int{"nn.layer_norm": 0, "nn.clip": 3})
	// Clips before the norms stay with the tables. Clips after the norms are in the rest.
	rest := p.parts()[3]
	for i := range 5 {
		if !strings.Contains(rest, fmt.Sprintf("norm%d", i)) || !strings.Contains(rest, fmt.Sprintf("clip%db", i)) || strings.Contains(rest, fmt.Sprintf("clip%da", i)) {
			t.Errorf("the norm of table %d and the clip after it must be in the rest, but the rest is %s", i, rest)
		}
	}
}

func TestGlow09ClipAndLayerNormWithTables(t *testing.T) {
	sparse(t, model{chain: "norm", layers: 4}, placement.SparseOptions{Cards: 3, Pair: []string{"LayerNorm"}}).
		holds(t, withNorm, 986880, map[string]int{"nn.layer_norm": 3, "nn.clip": 3})
}

func TestGlow10ConcatOutputs(t *testing.T) {
	sparse(t, model{chain: "norm", layers: 4}, placement.SparseOptions{Cards: 3, JoinOutputs: true}).
		holds(t, plain, 988800, map[string]int{"nn.layer_norm": 0, "nn.concat": 2})
}

// In Lathe each partition has copies of splats, so sharing does not connect partitions.
func TestGlow11SharedSplats(t *testing.T) {
	p := sparse(t, model{shared: true, chain: "norm", layers: 4}, placement.SparseOptions{Cards: 3})
	p.holds(t, []int64{27184, 54368, 54368}, 988800, map[string]int{"nn.layer_norm": 0})
	p.ownSplats(t)
}

// ownSplats checks that each table partition has its own two splats.
func (p *program) ownSplats(t *testing.T) {
	t.Helper()
	in := map[string]int{}
	p.Op.Walk(func(op *ir.Op) bool {
		s, ok := ir.As[nn.Splat](op)
		if !ok {
			return true
		}
		for u := range s.Op.Result().Uses() {
			if u.Owner().Block() != op.Block() {
				t.Error("an operation outside a partition reads a splat of this partition")
			}
		}
		if part, ok := cluster.PartOf(op.Parent()); ok {
			in[part.Name]++
		}
		return true
	})
	want := map[string]int{"main_SLSPartition_0": 2, "main_SLSPartition_1": 2, "main_SLSPartition_2": 2}
	if !maps.Equal(in, want) {
		t.Errorf("splats are in %v, want %v", in, want)
	}
}

func TestGlow12SharedSplatsAndLayerNormWithTables(t *testing.T) {
	p := sparse(t, model{shared: true, chain: "norm", layers: 4}, placement.SparseOptions{Cards: 3, Pair: []string{"LayerNorm"}})
	p.holds(t, []int64{27568, 55136, 55136}, 986880, map[string]int{"nn.layer_norm": 3, "nn.clip": 3})
	p.ownSplats(t)
	// All operations that follow a table are in the partition of the table.
	if got := p.parts()[3]; !strings.Contains(got, "{concat fc0 fc1 fc2 fc3}") {
		t.Errorf("the rest is %s", got)
	}
}

func TestGlow13BalanceByTime(t *testing.T) {
	sparse(t, model{chain: "norm", layers: 4}, placement.SparseOptions{Cards: 3, ByTime: true}).
		holds(t, plain, 988800, map[string]int{"nn.layer_norm": 0})
}

func TestGlow14PairTileNothing(t *testing.T) {
	sparse(t, model{layers: 4}, placement.SparseOptions{Cards: 3, JoinOutputs: true, Pair: []string{"Tile"}}).
		holds(t, plain, 986880, map[string]int{"nn.concat": 2})
}

func TestGlow15Tile(t *testing.T) {
	// The sum of table 0 is one row, and the operation nn.tile that reads this row is in the rest.
	sparse(t, model{chain: "tile", layers: 4}, placement.SparseOptions{Cards: 3}).
		holds(t, []int64{41968, 70788, 72896}, 984896, map[string]int{"nn.tile": 0})
}

func TestGlow16TileAndConcatOutputsFails(t *testing.T) {
	p := parse(t, model{chain: "tile", layers: 4}.text())
	p.fails(t, cards(), "sparsenn", placement.Options{SparseOptions: placement.SparseOptions{Cards: 3, JoinOutputs: true}}, nil,
		"'tensor<32x64xf32>' and 'tensor<1x16xf32>' leave one device, but cannot be joined along the last dimension")
}

func TestGlow17PairTileAndConcatOutputs(t *testing.T) {
	sparse(t, model{chain: "tile", layers: 4}, placement.SparseOptions{Cards: 3, JoinOutputs: true, Pair: []string{"Tile"}}).
		holds(t, []int64{41968, 72772, 72896}, 986880, map[string]int{"nn.tile": 1, "nn.concat": 2})
}

func TestGlow18PairTanhNothing(t *testing.T) {
	sparse(t, model{layers: 4}, placement.SparseOptions{Cards: 3, JoinOutputs: true, Pair: []string{"Tanh"}}).
		holds(t, plain, 986880, nil)
}

func TestGlow19PairTanh(t *testing.T) {
	sparse(t, model{chain: "tanh", layers: 4}, placement.SparseOptions{Cards: 3, Pair: []string{"Tanh"}}).
		holds(t, plain, 986880, map[string]int{"nn.tanh": 3})
}

func TestGlow20ExpectFailure(t *testing.T) {
	p := parse(t, model{chain: "norm", layers: 5}.text())
	p.fails(t, cards(), "sparsenn", placement.Options{SparseOptions: placement.SparseOptions{Cards: 3, Pair: []string{"LayerNorm"}}}, nil,
		"each device has room for 31760 bytes, and the largest table needs 42608")
	p = parse(t, model{chain: "norm", layers: 5}.text())
	p.fails(t, several("CPU", 3, 2_500_000), "sparsenn", placement.Options{FleetOptions: placement.FleetOptions{Replicas: 2}, SparseOptions: placement.SparseOptions{Cards: 3, Pair: []string{"LayerNorm"}}}, nil,
		"and the largest table needs 85216; there are 2 copies of it, each with 42608 bytes")
}

// TestR17UnequalCards distributes tables over devices with different amounts of memory. A device
// gets tables only if they fit in addition to the rest.
func TestR17UnequalCards(t *testing.T) {
	for _, c := range []struct {
		memory  []int64
		cards   int // the requested number of devices with tables; 0: all
		holding int // the number of devices that get tables
	}{
		{[]int64{1_000_000, 1_250_000, 1_250_000}, 0, 2}, // the first device has no memory for a table in addition to the rest
		{[]int64{1_040_000, 1_100_000, 1_250_000}, 0, 3},
		{[]int64{500_000, 1_250_000, 1_250_000}, 0, 2}, // the rest does not fit on the first device
		{[]int64{500_000, 1_250_000, 900_000}, 0, 1},
		{[]int64{1_250_000, 1_000_000, 1_250_000}, 2, 2},
	} {
		ds := several("CPU", 3, 0)
		for i := range ds {
			ds[i].Memory = c.memory[i]
		}
		p, o := parse(t, model{layers: 4}.text()), placement.Options{}
		o.Cards = c.cards
		if err := p.place(t, ds); err != nil {
			t.Fatal(err)
		}
		if err := p.divide(t, "sparsenn", o, nil); err != nil {
			t.Errorf("%v, %d cards: %v", c.memory, c.cards, err)
			continue
		}
		if err := clusterverify.Module(p.Module, clusterverify.Options{}); err != nil {
			t.Fatal(err)
		}
		held, holding, rest := map[string]int64{}, 0, 0
		for _, n := range p.dag() {
			if strings.Contains(n.Name, "_SLSPartition_") {
				holding++
			} else {
				rest = len(n.Devices)
			}
			for _, d := range n.Devices {
				held[d] += n.Memory.Size()
			}
		}
		for i, d := range ds {
			if held[d.Name] > c.memory[i] {
				t.Errorf("%v: %s holds %d bytes, which is more than its memory", c.memory, d.Name, held[d.Name])
			}
		}
		if holding != c.holding || rest != c.holding {
			t.Errorf("%v: %d devices hold tables and %d devices hold the rest, want %d for both", c.memory, holding, rest, c.holding)
		}
	}
	p, o := parse(t, model{layers: 4}.text()), placement.Options{}
	o.Replicas = 2
	p.fails(t, cards(), "sparsenn", o, nil, "the operations without tables need 1973760 bytes, but a device has 1250000")
	o.Replicas, o.Cards = 0, 3
	ds := cards()
	ds[1].Memory = 500_000
	parse(t, model{layers: 4}.text()).fails(t, ds, "sparsenn", o, nil, "the operations without tables need 986880 bytes, and 3 devices are requested for tables, but only 2 have more memory")
}
