package rewrite

import "github.com/lathe-ir/lathe/ir"

// simplifyRegion is completed in region simplification.
func simplifyRegion(rw *Rewriter, r *ir.Region, merge bool) bool { return false }
