package engines_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	embed "github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
	placing "github.com/lathe-ir/lathe/passes/placement/engine"
)

const (
	// costFactor is the largest factor by which an estimate may be too high or too low.
	costFactor = 3
	// costWork is the maximum number of scalar operations of programs that run on ref and vm.
	costWork = 1e9
)

// costPrograms are the programs whose estimates must be correct, by folder.
var costPrograms = map[string][]string{
	"../../testdata/models": {"attention", "gated_pinned", "linreg_step", "mlp_forward"},
	"../../../shared/conformance/jax/bench": {
		"conv1x1_256_256_28", "conv3x3_64_64_56", "ew8_1M", "exp_1M", "gemv_4096", "layernorm_prim_4096x1024", "matmul_256", "maxpool3x3s2_64_112",
		"mlp_b64", "reducesum_rows_1024", "softmax_4096x1024", "tblock_seq16_d768_h12", "transpose_1024",
	},
	"../../../shared/conformance/jax/suite": {
		"batched_gather_vmap", "bert_fwd_mask", "black_scholes_greeks", "cond_switch_nest", "fft_conv_spectral", "gae_reverse_scan", "gpt2_fwd",
		"gru_scan_train", "heat2d_fori", "hmm_forward_viterbi", "inner_jit_calls", "jacobian_hessian", "lenet_train_maxpool", "linreg_train_while",
		"mlp_train_adam", "moe_top2_fwd", "resnet_small_eval", "unet_fwd", "vae_train", "wave1d_roll_scan",
	},
}

// TestCosts compares estimates of the cost model with measured times. LATHE_COST is a regular
// expression for the names of programs. With LATHE_COST_ALL, the test measures all programs of the
// folders, and does not fail if an estimate is wrong.
func TestCosts(t *testing.T) {
	pattern := os.Getenv("LATHE_COST")
	if pattern == "" {
		t.Skip("set LATHE_COST=. to compare estimates with measured times")
	}
	match, all := regexp.MustCompile(pattern), os.Getenv("LATHE_COST_ALL") != ""
	r := backends.NewRegistry(allBackends(), backends.Config{})
	defer r.Close()
	ratios := map[string][]float64{}
	for _, dir := range []string{"../../testdata/models", "../../../shared/conformance/jax/bench", "../../../shared/conformance/jax/suite"} {
		files, _ := filepath.Glob(filepath.Join(dir, "*.mlir"))
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".mlir")
			if !match.MatchString(name) || !all && !slices.Contains(costPrograms[dir], name) {
				continue
			}
			for _, on := range []string{"ref", "vm", "c", "jit"} {
				estimate, work := estimated(t, r, file, on)
				if work > costWork && (on == "ref" || on == "vm") {
					continue
				}
				took, err := measured(file, on)
				if err != nil {
					t.Logf("%-28s %-4s %v", name, on, err)
					continue
				}
				ratio := estimate / took
				ratios[on] = append(ratios[on], ratio)
				t.Logf("%-28s %-4s estimated %9.1f µs, measured %9.1f µs, ratio %.2f", name, on, estimate*1e6, took*1e6, ratio)
				if !all && !(ratio < costFactor && ratio > 1.0/costFactor) {
					t.Errorf("%s: the estimate for %s is wrong by more than a factor of %d", name, on, costFactor)
				}
			}
		}
	}
	for on, list := range ratios {
		slices.Sort(list)
		sum, good := 0.0, 0
		for _, x := range list {
			sum += math.Abs(math.Log(x))
			if x < costFactor && x > 1.0/costFactor {
				good++
			}
		}
		t.Logf("%s: %d of %d estimates are within a factor of %d; the ratios are from %.2f to %.2f, the mean factor is %.2f", on, good, len(list), costFactor, list[0], list[len(list)-1], math.Exp(sum/float64(len(list))))
	}
}

// estimated returns the time that lathe plan estimates for a program on one device, and the number
// of scalar operations.
func estimated(t *testing.T, r *backends.Registry, file, on string) (seconds, work float64) {
	t.Helper()
	m, err := embed.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for op := range m.Body().Ops() {
		op.Walk(func(o *ir.Op) bool { o.SetDiscardable("cluster.device", ir.Attr{}); return true })
	}
	devices, err := r.Devices([]string{on})
	if err != nil {
		t.Fatal(err)
	}
	e := placing.Engine{Open: r.Devices, Strategies: []placement.Strategy{contract.Strategy{}}}
	pl, err := e.Plan(t.Context(), m, devices, placing.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range pl.Funcs {
		seconds += pl.Model.CostOf(f.Graph, f.Partition).Total()
		for v := range f.Graph.Len() {
			work += f.Work(int32(v))
		}
	}
	return seconds, work
}

// measured runs a program repeatedly, and returns the median time of a run. The first run does not
// count.
func measured(file, on string) (float64, error) {
	m, err := embed.ParseFile(file)
	if err != nil {
		return 0, err
	}
	ctx := context.Background()
	x, err := embed.Module(ctx, m, embed.Options{Backend: on, Backends: allBackends(), CacheDir: os.Getenv("LATHE_COST_CACHE")})
	if err != nil {
		return 0, err
	}
	defer x.Close()
	var in, out []*tensor.Tensor
	for i, ty := range x.Inputs() {
		shape, _ := ty.Shape()
		a, err := tensor.ReadNpyFile(strings.TrimSuffix(file, ".mlir") + fmt.Sprintf(".in%d.npy", i))
		if err != nil || a.Kind != ty.Kind() || !slices.Equal(a.Shape, shape) {
			if a, err = tensor.TryRandom(ty.Kind(), shape, 1, uint64(i)); err != nil {
				return 0, err
			}
		}
		in = append(in, a)
	}
	for _, ty := range x.Outputs() {
		shape, _ := ty.Shape()
		out = append(out, tensor.New(ty.Kind(), shape...))
	}
	var times []float64
	for total := 0.0; len(times) < 4 || total < .05 && len(times) < 100; {
		begin := time.Now()
		if err := x.RunInto(ctx, in, out); err != nil {
			return 0, err
		}
		took := time.Since(begin).Seconds()
		times, total = append(times, took), total+took
		if total > 2 && len(times) > 1 {
			break
		}
	}
	times = times[1:]
	slices.Sort(times)
	return times[len(times)/2], nil
}
