package asm

import "slices"

// isUpstream reports whether the dialect is part of upstream MLIR. The attributes and types of such
// a dialect are valid in MLIR, so they do not need --allow-unregistered-dialect. They are opaque
// unless the dialect is registered in Lathe.
func isUpstream(dialect string) bool {
	_, found := slices.BinarySearch(upstreamDialects[:], dialect)
	return found
}

var upstreamDialects = [...]string{
	"acc", "affine", "amdgpu", "amx", "arith", "arm_neon", "arm_sme", "arm_sve", "async", "bufferization", "builtin", "cf",
	"complex", "dlti", "emitc", "func", "gpu", "index", "irdl", "linalg", "llvm", "math", "memref", "ml_program", "mpi", "nvgpu",
	"nvvm", "omp", "pdl", "pdl_interp", "ptr", "quant", "rocdl", "scf", "shape", "shard", "smt", "sparse_tensor", "spirv",
	"tensor", "test", "tosa", "transform", "ub", "vcix", "vector", "wasmssa", "x86vector", "xegpu", "xevm",
}
