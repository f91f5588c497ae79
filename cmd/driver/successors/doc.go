// Package successors compares Lathe with the behavior of Glow's partitioner and of NNVM's graph.
// docs/successors.md lists the tests row by row. The package contains only tests.
package successors
