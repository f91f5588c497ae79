// Package successors tests Lathe against the behaviour of Glow's partitioner, row by row of the
// table in docs/successors.md. It contains only tests.
package successors
