// Package successors compares Lathe with the behavior of Glow's partitioner. docs/successors.md
// lists the tests row by row. The package contains only tests.
package successors
