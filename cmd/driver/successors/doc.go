// Package successors holds the tests of what the partitioner of Glow does, row by row:
// docs/successors.md has the table. It has no code besides.
package successors
