// Package successors compares Lathe with the behavior of Glow's partitioner. There are tests for
// each row of the table in docs/successors.md. The package contains only tests.
package successors
