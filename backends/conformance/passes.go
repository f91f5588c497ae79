package conformance

import (
	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// pairs is a program of two halves. Each half has two equal sums, for cse, and their product, for
// fusion.
const pairs = `
func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.add %x, %y : tensor<2x3xf32>
  %1 = stablehlo.add %x, %y : tensor<2x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %3 = stablehlo.add %2, %x : tensor<2x3xf32>
  %4 = stablehlo.add %2, %x : tensor<2x3xf32>
  %5 = stablehlo.multiply %3, %4 : tensor<2x3xf32>
  return %5 : tensor<2x3xf32>
}`

// pairsRun compiles the program in the constant "pairs" with some passes disabled and others
// enabled, and runs the program.
type pairsRun struct {
	disable, enable string
	veto            func(pass string, op uint32) bool
}

// The method "on" runs the program on b. It returns the number of executed steps, the results, and
// whether the backend emitted kernels.
func (r pairsRun) on(s *suite, b backends.Backend) (steps int, out []*tensor.Tensor, kernels bool) {
	s.Helper()
	p, err := b.Compile(background(), s.module(pairs), backends.CompileOptions{
		Properties: map[string]any{backends.DisableProperty: r.disable, backends.EnableProperty: r.enable},
		Kernels:    func(string, string) { kernels = true },
		Veto:       r.veto,
	})
	s.usable(err)
	defer p.Close()
	var profile backends.Profile
	out, err = optional[backends.Profiled](s, p, "profile").RunProfiled(background(), chainInputs(3), &profile)
	s.ok(err)
	for _, record := range profile.Records {
		if record.Status == backends.Executed {
			steps++
		}
	}
	return steps, out, kernels
}

// checkPasses checks that properties can disable and enable a pass, and that CompileOptions.Veto
// can prevent a pass from changing any operation, or only one operation. This must change the
// executed steps but not the results. An unknown pass must be an error.
func checkPasses(s *suite) {
	b := s.open()
	for _, key := range []string{backends.DisableProperty, backends.EnableProperty} {
		_, err := b.Compile(background(), s.module(pairs), backends.CompileOptions{Properties: map[string]any{key: "fuzion"}})
		s.is(err, backends.ErrBadValue, "an unknown pass")
		s.says(err, "'fuzion'", "fusion")
	}
	_, want, kernels := pairsRun{}.on(s, b)
	steps := func(r pairsRun) int {
		n, out, _ := r.on(s, b)
		s.equal(out, want)
		return n
	}
	without := steps(pairsRun{disable: "fusion,cse"})
	if n := steps(pairsRun{disable: "fusion", enable: "cse"}); n >= without {
		s.Errorf("%d steps with cse, but %d steps without cse", n, without)
	}
	if n := steps(pairsRun{disable: "fusion,cse", enable: "cse"}); n != without {
		s.Errorf("%d steps with cse both disabled and enabled, expected %d as without cse", n, without)
	}
	if kernels { // only backends that emit kernels fuse operations
		s.fusing(without, steps)
	}
}

// fusing checks that fusion reduces the number of executed steps, and that CompileOptions.Veto
// prevents fusion. The parameter "apart" is the number of steps without fusion.
func (s *suite) fusing(apart int, steps func(pairsRun) int) {
	s.Helper()
	fused := steps(pairsRun{disable: "cse"})
	if fused >= apart {
		s.Errorf("%d steps without fusion, but %d steps with fusion", apart, fused)
	}
	all := func(pass string, _ uint32) bool { return pass == "fusion" }
	if n := steps(pairsRun{disable: "cse", veto: all}); n != apart {
		s.Errorf("%d steps with a veto against all fusion, expected %d as without fusion", n, apart)
	}
	first := uint32(0)
	one := func(_ string, op uint32) bool {
		if first == 0 {
			first = op
		}
		return op == first
	}
	if n := steps(pairsRun{disable: "cse", veto: one}); n <= fused || n > apart {
		s.Errorf("%d steps with a veto for one operation, expected more than the %d with fusion and at most the %d without", n, fused, apart)
	}
}
