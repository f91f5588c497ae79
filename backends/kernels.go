package backends

import (
	"context"
	"unsafe"

	"github.com/lathe-ir/lathe/ir"
)

// Kernels are the compiled kernels of a program. Concurrent calls are allowed, even of one kernel.
type Kernels interface {
	// Call runs the iterations lo to hi, hi excluded, of the kernel with index k.
	Call(k int, buffers []unsafe.Pointer, lo, hi int64)
	// Close frees the resources of the kernels; no Call may be in progress or follow.
	Close() error
}

// ContextKernels are Kernels whose calls can be canceled. A run then uses CallContext instead of
// Call.
type ContextKernels interface {
	// CallContext is like Call, but returns soon after ctx is done; results are then incomplete.
	CallContext(ctx context.Context, k int, buffers []unsafe.Pointer, lo, hi int64)
}

// FallibleKernels are Kernels of a device that can report a fault. A run then uses TryCall instead
// of Call and CallContext.
type FallibleKernels interface {
	TryCall(k int, buffers []unsafe.Pointer, lo, hi int64) error
}

// KernelsExporter are Kernels that can be exported in compiled form. Without this interface, a
// program is exported in kernel form, and an import compiles it again.
type KernelsExporter interface {
	ExportKernels() ([]byte, error)
}

// KernelReport describes a kernel of a program, and the code that a backend made of it.
type KernelReport struct {
	Name string   `json:"name"`
	Ops  []uint32 `json:"ops"` // ids of the operations that its calls execute, in the order of the calls
	Grid int64    `json:"grid"`
	// Rows and Columns are the size of the tile of results that stays in registers; 0 if the
	// results are not divided into tiles.
	Rows    int64 `json:"rows,omitempty"`
	Columns int64 `json:"columns,omitempty"`
	Lanes   int   `json:"lanes,omitempty"` // elements of a vector; 0 if the kernel has no vectors
	// Vectors, Integers and Masks are the numbers of registers that the code uses. Spilled is the
	// number of values that the code keeps in memory for lack of registers.
	Vectors  int `json:"vectors"`
	Integers int `json:"integers"`
	Masks    int `json:"masks"`
	Spilled  int `json:"spilled"`
	Bytes    int `json:"bytes"` // size of the code
}

// KernelDescriber is a backend that describes the kernels of a program.
type KernelDescriber interface {
	// DescribeKernels returns the kernels that Compile would generate for m, in the order of their
	// first calls.
	DescribeKernels(ctx context.Context, m ir.Module) ([]KernelReport, error)
}
