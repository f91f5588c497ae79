package asm

import "slices"

// isUpstream reports whether MLIR itself has the dialect, so that its attributes
// and types, which are opaque here unless they are registered, mean something
// there, and need no --allow-unregistered-dialect.
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
