package engines_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	embed "github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestCollectives runs collective operations in programs of a single process. If the process is
// alone in its group, the result must be the operand. If it is in no group, the result must be
// zero. If its group has other processes, vm and jit must not compile the program, and ref must
// fail. An empty list of groups means one group of all processes.
func TestCollectives(t *testing.T) {
	const add = " ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n  %s = stablehlo.add %a, %b : tensor<f32>\n  stablehlo.return %s : tensor<f32>\n})"
	const channel = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"
	const global = channel + ", use_global_device_ids"
	groups := func(s string, shape string) string {
		return fmt.Sprintf("replica_groups = dense<%s> : tensor<%sxi64>", s, shape)
	}
	alone, pair, apart, other := groups("[[0]]", "1x1"), groups("[[0, 1]]", "1x2"), groups("[[0], [1]]", "2x1"), groups("[[1]]", "1x1")
	const own, zero, fails = "own", "zero", "fails"
	for _, test := range []struct{ op, attrs, region, want string }{
		{"all_reduce", alone, add, own},
		{"all_reduce", apart, add, own},
		{"all_reduce", groups("[[0, -1]]", "1x2"), add, own},
		{"all_reduce", groups("", "0x0"), add, own},
		{"all_reduce", alone + channel, add, own},
		{"all_reduce", alone + global, add, own},
		{"all_reduce", pair, add, fails},
		{"all_reduce", pair + channel, add, fails},
		{"all_reduce", pair + global, add, fails},
		{"all_gather", "all_gather_dim = 0 : i64, " + alone, "", own},
		{"all_gather", "all_gather_dim = 0 : i64, " + pair, "", fails},
		{"reduce_scatter", "scatter_dimension = 0 : i64, " + alone, add, own},
		{"collective_reduce", alone, add, own},
		{"collective_reduce", pair, add, fails},
		{"collective_broadcast", alone, "", own},
		{"collective_broadcast", other, "", zero},
		{"collective_broadcast", pair, "", fails},
		{"collective_permute", "source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>", "", own},
		{"collective_permute", "source_target_pairs = dense<[[1, 2]]> : tensor<1x2xi64>", "", zero},
		{"collective_permute", "source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>", "", fails},
	} {
		out := "tensor<4xf32>"
		if test.op == "all_gather" && test.want == fails {
			out = "tensor<8xf32>"
		}
		body := fmt.Sprintf("%%r = \"stablehlo.%s\"(%%x)%s {%s} : (tensor<4xf32>) -> %s", test.op, test.region, test.attrs, out)
		m := parse(t, registry(t), program("%x: tensor<4xf32>", body, "%r", out))
		in := tensor.New(tensor.F32, 4)
		for i := range 4 {
			in.SetFloat(i, float64(i+1))
		}
		for _, name := range []string{"ref", "vm", "jit"} {
			t.Run(test.op+" "+test.attrs+"/"+name, func(t *testing.T) {
				var got []*tensor.Tensor
				e, err := embed.Module(t.Context(), m, embed.Options{Backend: name, Backends: embed.Backends(), Threads: 1})
				if err == nil {
					defer e.Close()
					if test.want == fails && name != "ref" {
						t.Error("the program compiles, but must not")
					}
					got, err = e.Run(t.Context(), in)
				}
				switch want := map[string]*tensor.Tensor{own: in, zero: tensor.New(tensor.F32, 4)}[test.want]; {
				case want == nil && (err == nil || !strings.Contains(err.Error(), "process")):
					t.Errorf("got %v, %v, want an error about processes", got, err)
				case want != nil && err != nil:
					t.Error(err)
				case want != nil && !bytes.Equal(got[0].Data, want.Data):
					t.Errorf("got %v, want %v", got[0], want)
				}
			})
		}
	}
}
