package chlo_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/chlo"
	"github.com/lathe-ir/lathe/passes"
)

// references are values that were computed by mpmath with 60 digits.
var references = []struct {
	name    string
	x, y, r float64
}{
	{"zeta", 1.158, 0.08037, 25.316306316030772695},
	{"zeta", 3.561, 0.0272, 375406.09320893374428},
	{"zeta", 1.961, 1.564, 0.92571779463837858861},
	{"zeta", 1.016, 11.08, 60.18463386903534609},
	{"zeta", 1.014, 3.998, 70.183946286006957636},
	{"zeta", 1.018, 0.03502, 86.408452370854393394},
	{"zeta", 1.372, 914.4, 0.21281524779955028242},
	{"zeta", 1.029, 0.2185, 39.531028415585755012},
	{"zeta", 3.097, 4856.0, 8.8791001318217239084e-9},
	{"zeta", 2.365, 2.399, 0.29498933498949561635},
	{"zeta", 41.94, 0.01903, 1.4465625558895679697e+72},
	{"zeta", 16.01, 0.5466, 15845.621998089899102},
	{"zeta", 1.034, 0.0509, 51.64932171726071336},
	{"zeta", 1.138, 788.4, 2.88674150960649989},
	{"zeta", 1.047, 30.87, 18.122840640551710203},
	{"zeta", 3.312, 1.715, 0.23235140729399853552},
	{"zeta", 2.063, 0.02381, 2233.7960325370187852},
	{"zeta", 1.017, 0.1721, 65.135373847073759795},
	{"zeta", 4.292, 3.678, 0.0063916415132302500975},
	{"zeta", 1.145, 32.61, 4.1702898416063539212},
	{"zeta", 1.475, 0.6289, 3.930248855926941967},
	{"zeta", 9.694, 156.3, 9.9663492175692579302e-21},
	{"zeta", 1.08, 27.96, 9.5898518389764084768},
	{"zeta", 1.877, 1782.0, 0.0016071678170695059811},
	{"zeta", 6.0, 0.5341, 43.160070898326660608},
	{"zeta", 43.33, 0.0511, 9.2070901850622332071e+55},
	{"zeta", 1.352, 349.0, 0.36191108570877258951},
	{"zeta", 1.037, 8.586, 25.015059345880578063},
	{"polygamma", 1.0, 704.8, 0.001419849257422125049},
	{"polygamma", 2.0, 114.4, -0.000077080439643323980153},
	{"polygamma", 40.0, 143.3, -1.3152332237853551225e-40},
	{"polygamma", 7.0, 2.293, 7.014189137222997263},
	{"polygamma", 7.0, 23.85, 1.8943954309164393023e-7},
	{"polygamma", 40.0, 154.0, -7.3112454869500545949e-42},
	{"polygamma", 2.0, 229.0, -0.000019152501796132489506},
	{"polygamma", 5.0, 7.878, 0.0010733033603669930848},
	{"polygamma", 2.0, 0.1749, -375.38112286447153048},
	{"polygamma", 5.0, 38.77, 2.9211141195275575637e-7},
	{"polygamma", 15.0, 1.375, 8011722047.7092134875},
	{"polygamma", 10.0, 353.3, -1.2146783094727318657e-20},
	{"polygamma", 7.0, 0.1231, 95579801028.309874049},
	{"polygamma", 15.0, 2.642, 233440.52303660991856},
	{"polygamma", 40.0, 0.294, -5.1215866086542734818e+69},
	{"polygamma", 1.0, 0.7462, 2.5621732910889793995},
	{"polygamma", 5.0, 0.3291, 94475.243230401635802},
	{"polygamma", 4.0, 3.905, -0.041721228492845737818},
	{"polygamma", 15.0, 0.2101, 9.0715766113490399101e+22},
	{"polygamma", 15.0, 4.042, 265.55944268629902109},
	{"polygamma", 5.0, 341.6, 5.197541658010545264e-12},
	{"polygamma", 10.0, 285.7, -1.0191622992562460192e-19},
	{"polygamma", 5.0, 66.92, 1.8560678975501489664e-8},
	{"polygamma", 7.0, 53.81, 5.8791607150128199237e-10},
	{"polygamma", 10.0, 677.5, -1.7942047539786360601e-23},
	{"polygamma", 3.0, 0.2148, 2821.5729849310624562},
	{"polygamma", 3.0, 0.8469, 12.321481698181407168},
	{"polygamma", 4.0, 0.1118, -1374063.826065045143},
}

// TestZeta compares zeta and polygamma with references, in units of the last place.
// docs/numerics.md states the bounds for f64.
func TestZeta(t *testing.T) {
	for _, c := range references {
		for elem, bound := range map[string]float64{"f64": map[string]float64{"zeta": 4, "polygamma": 12}[c.name], "f32": 0.51} {
			k := map[string]tensor.Kind{"f64": tensor.F64, "f32": tensor.F32}[elem]
			x, y := tensor.New(k), tensor.New(k)
			x.SetFloat(0, c.x)
			y.SetFloat(0, c.y)
			if elem == "f32" && (x.Float(0) != c.x || y.Float(0) != c.y) {
				continue // f32 rounds an argument, so the reference does not apply
			}
			text := fmt.Sprintf("func.func @main(%%x: tensor<%s>, %%y: tensor<%s>) -> tensor<%s> { %%0 = chlo.%s %%x, %%y : tensor<%s>, tensor<%s> -> tensor<%s> return %%0 : tensor<%s> }",
				elem, elem, elem, c.name, elem, elem, elem, elem)
			got := run(t, text, []passes.Pass{chlo.SimplifyPass()}, x, y)[0].Float(0)
			unit := math.Nextafter(math.Abs(c.r), math.Inf(1)) - math.Abs(c.r)
			if elem == "f32" {
				unit = float64(math.Nextafter32(float32(math.Abs(c.r)), float32(math.Inf(1))) - float32(math.Abs(c.r)))
			}
			if e := math.Abs(got-c.r) / unit; !(e <= bound) {
				t.Errorf("%s of %s at (%v, %v): got %v, want %v, an error of %.1f ULP", c.name, elem, c.x, c.y, got, c.r, e)
			}
		}
	}
}
