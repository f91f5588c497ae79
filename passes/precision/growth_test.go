package precision

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/placement/placetest"
)

// TestGrowthOverClusters checks that the time to convert a cluster does not depend on the size of a
// function that all clusters call.
func TestGrowthOverClusters(t *testing.T) {
	irtest.Steady(t, func(clusters int) func() {
		var text strings.Builder
		for range clusters {
			text.WriteString("cluster.region \"vm\" (%y = %x : i32) attributes {cluster.part = {name = \"p\"}} {\nfunc.call @f(%y) : (i32) -> ()\ncluster.yield\n}\n")
		}
		text.WriteString("return\n}\nfunc.func private @f(%x: i32) {\n")
		for i := range clusters {
			fmt.Fprintf(&text, "%%%d = \"t.a\"(%%x) : (i32) -> i32\n", i)
		}
		m := placetest.Parse(t, "func.func @main(%x: i32) {\n"+text.String()+"return\n}\n")
		return func() {
			if err := Module(m, Options{To: "f16"}, nil); err != nil {
				t.Fatal(err)
			}
		}
	})
}
