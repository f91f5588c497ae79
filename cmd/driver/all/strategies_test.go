package all_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/placement"
)

// TestEveryStrategy divides random programs by every strategy that the tools have: what
// comes out is found to be right from its text alone (clusters can run in their order,
// every operation is in one, once), means what the program meant, and is the same to the
// byte for any number of processors, other seeds of maps, and other names of values.
func TestEveryStrategy(t *testing.T) {
	count := 12
	if os.Getenv("LATHE_SWEEP") != "" {
		count = 300
	}
	registry, err := ir.NewRegistry(all.Bundle().Dialects...)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, s := range all.Bundle().Strategies {
		t.Run(s.Name(), func(t *testing.T) {
			divided := 0
			for seed := range uint64(count) {
				text := programFor(s.Name(), rand.New(rand.NewPCG(seed, 41)))
				first, err := dividedText(t, registry, text, s)
				var full *diag.Diagnostic
				if errors.As(err, &full) && strings.Contains(full.Message, "bytes") {
					continue // what does not fit its devices
				}
				if err != nil {
					t.Fatalf("seed %d: %v in\n%s", seed, err, text)
				}
				divided++
				for workers := 1; workers <= 4; workers++ {
					runtime.GOMAXPROCS(workers)
					again, err := dividedText(t, registry, []string{text, renamed(text)}[workers%2], s)
					if err != nil || again != first {
						t.Fatalf("seed %d, %d processors: %v\n%s\ninstead of\n%s", seed, workers, err, again, first)
					}
				}
			}
			if divided < count/2 {
				t.Errorf("only %d of %d programs were divided", divided, count)
			}
		})
	}
}

// dividedText divides a program, verifies it, and returns its text.
func dividedText(t *testing.T, registry *ir.Registry, text string, s placement.Strategy) (string, error) {
	t.Helper()
	op, err := asm.Parse(registry, diag.NewSource("t.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	m, _ := ir.As[ir.Module](op)
	ops, want := countOps(m), execute(t, m)
	if err := partition.Module(t.Context(), m, partition.Options{Strategy: s}); err != nil {
		return "", err
	}
	if err := errors.Join(ir.Verify(m.Op), clusterverify.Module(m, clusterverify.Options{})); err != nil {
		return "", err
	}
	if left := countOps(m); left != ops {
		return "", fmt.Errorf("%d operations are left of %d", left, ops)
	}
	divided := asm.String(m.Op)
	if err := clusteroutline.Module(m, clusteroutline.Options{}); err != nil {
		return "", err
	}
	if got := execute(t, m); got != want {
		return "", fmt.Errorf("the results are %s instead of %s", got, want)
	}
	return divided, nil
}

// execute interprets a program.
func execute(t *testing.T, m ir.Module) string {
	t.Helper()
	f, _ := ir.As[fn.Func](ir.NewSymbols(m.Op).Lookup("main"))
	var inputs []*tensor.Tensor
	for _, a := range f.Entry().Args() {
		shaped, _ := ir.TypeAs[*ir.TensorType](a.Type())
		x := tensor.New(shaped.Elem.Kind(), shaped.Shape...)
		for i := range x.NumElements() {
			switch shaped.Elem.Kind() {
			case tensor.F32:
				x.SetFloat(i, float64(i+1)/8)
			default: // rows of tables, and how many at once
				x.SetInt(i, 4)
			}
		}
		inputs = append(inputs, x)
	}
	out, err := interp.Run(t.Context(), f.Op, inputs)
	if err != nil {
		t.Fatalf("%v in\n%s", err, asm.String(m.Op))
	}
	var s []string
	for _, x := range out {
		for i := range x.NumElements() {
			s = append(s, fmt.Sprint(x.Float(i)))
		}
	}
	return strings.Join(s, " ")
}

// countOps counts what is to be divided: the operations that have a device.
func countOps(m ir.Module) (n int) {
	m.Op.Walk(func(op *ir.Op) bool {
		if _, ok := op.Discardable("cluster.device").Str(); ok {
			n++
		}
		return true
	})
	return n
}

// renamed gives the values of a program other names, in another order.
func renamed(text string) string {
	return regexp.MustCompile(`%v\d+`).ReplaceAllStringFunc(text, func(name string) string {
		n, _ := strconv.Atoi(name[2:])
		return fmt.Sprintf("%%x%d", 1000-n)
	})
}

// programFor is a random program that is for a strategy: on devices as it wants them, with
// what it goes by.
func programFor(strategy string, rng *rand.Rand) string {
	w := &writer{rng: rng, devices: []string{"a", "b", "c"}, n: 5 + rng.IntN(30)}
	switch strategy {
	case "mincut":
		w.devices, w.moves = w.devices[:2], true
	case "place":
		w.moves = true
	case "memory", "balance":
		w.devices, w.memory = []string{"a.0", "b.0", "a.1", "b.1", "a.2", "b.2", "a.3", "b.3"}, 600
	case "user", "prepartitioned":
		w.devices, w.parts = []string{"a.0", "a.1", "a.2"}, 3
	case "sparsenn":
		w.devices, w.tables = []string{"a.0", "a.1"}, 2+rng.IntN(4)
	}
	return w.program()
}

// writer writes a program of values of one type.
type writer struct {
	rng     *rand.Rand
	devices []string
	n       int
	moves   bool // operations say which devices take them
	memory  int  // of each device
	parts   int  // operations name one of so many
	tables  int  // tables of which rows are looked up
	made    int
	body    strings.Builder
}

const vector = "tensor<4xf32>"

func (w *writer) program() string {
	args := []string{"%v0: " + vector, "%v1: " + vector}
	w.made = 2
	if w.tables > 0 {
		args = append(args, "%weights: tensor<16xf32>", "%indices: tensor<16xi64>", "%lengths: tensor<4xi32>")
	}
	for i := range w.tables {
		w.table(i)
	}
	for i := range w.n {
		w.op(i)
	}
	var targets, parts []string
	for _, d := range w.devices {
		if targets = append(targets, fmt.Sprintf("#cluster.target<%q>", d)); w.memory > 0 {
			targets[len(targets)-1] = fmt.Sprintf("#cluster.target<%q, {memory = %d}>", d, w.memory)
		}
	}
	for i := range w.parts {
		parts = append(parts, fmt.Sprintf("{backend = \"a\", logical = array<i64: %d>, name = \"p%d\"}", i, i))
	}
	attributes := ""
	if w.parts > 0 {
		attributes = " attributes {cluster.parts = [" + strings.Join(parts, ", ") + "]}"
	}
	return fmt.Sprintf("module attributes {cluster.devices = [%s]} {\nfunc.func @main(%s) -> (%s, %s)%s {\n%sreturn %s, %%v%d : %s, %s\n}\n}\n",
		strings.Join(targets, ", "), strings.Join(args, ", "), vector, vector, attributes, w.body.String(), w.any(), w.made-1, vector, vector)
}

// any is a value made lately.
func (w *writer) any() string {
	return fmt.Sprintf("%%v%d", max(0, w.made-1-w.rng.IntN(min(w.made, 12))))
}

// attr is what the i-th operation says of itself.
func (w *writer) attr(i int) string {
	device := w.devices[w.rng.IntN(len(w.devices))]
	if strings.Contains(device, ".") { // one of several that are alike
		device = device[:1] + ".0"
	}
	text := fmt.Sprintf("cluster.device = %q", device)
	if w.moves && w.rng.IntN(2) == 0 {
		text += fmt.Sprintf(", cluster.candidates = [%q, %q]", w.devices[0], w.devices[1])
		text = strings.Replace(text, fmt.Sprintf("%q, cluster", device), fmt.Sprintf("%q, cluster", w.devices[w.rng.IntN(2)]), 1)
	}
	if w.parts > 0 { // stretches of the program, which wait for nothing behind them
		text += fmt.Sprintf(", cluster.part = \"p%d\"", i*w.parts/w.n)
	}
	return "{" + text + "}"
}

func (w *writer) op(i int) {
	at := w.attr(i)
	switch w.rng.IntN(8) {
	case 0:
		fmt.Fprintf(&w.body, "%%v%d = stablehlo.constant dense<%d.0> : %s\n", w.made, w.rng.IntN(9), vector)
		w.made++
		fallthrough
	case 1:
		fmt.Fprintf(&w.body, "%%v%d = stablehlo.add %%v%d, %s %s : %s\n", w.made, w.made-1, w.any(), at, vector)
	case 2:
		fmt.Fprintf(&w.body, "%%v%d, %%v%d = stablehlo.optimization_barrier %s %s, %s : %s, %s\n", w.made, w.made+1, at, w.any(), w.any(), vector, vector)
		w.made++
	default:
		fmt.Fprintf(&w.body, "%%v%d = stablehlo.%s %s, %s %s : %s\n", w.made, []string{"add", "multiply", "subtract"}[w.rng.IntN(3)], w.any(), w.any(), at, vector)
	}
	w.made++
}

// table looks rows up, and makes one value of them.
func (w *writer) table(i int) {
	width := 4 * (1 + w.rng.IntN(3))
	rows := fmt.Sprintf("tensor<4x%dxf32>", width)
	fmt.Fprintf(&w.body, "%%table%d = stablehlo.constant dense<1> : tensor<10x%dxui8>\n", i, width+8)
	fmt.Fprintf(&w.body, "%%rows%d = nn.fused_rowwise_sparse_lengths_weighted_sum %%table%d, %%weights, %%indices, %%lengths %s : (tensor<10x%dxui8>, tensor<16xf32>, tensor<16xi64>, tensor<4xi32>) -> %s\n",
		i, i, "{cluster.device = \"a.0\"}", width+8, rows)
	fmt.Fprintf(&w.body, "%%cut%d = stablehlo.slice %%rows%d [0:4, 0:1] {cluster.device = \"a.0\"} : (%s) -> tensor<4x1xf32>\n", i, i, rows)
	fmt.Fprintf(&w.body, "%%v%d = stablehlo.reshape %%cut%d {cluster.device = \"a.0\"} : (tensor<4x1xf32>) -> %s\n", w.made, i, vector)
	w.made++
}
