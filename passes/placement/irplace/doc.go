// Package irplace connects placement to programs. It builds the graph of a function, with
// the work, bytes and order of its operations, reads the devices that a module lists, and
// declares what a device reports about operations. The algorithms, which see graphs only,
// are in package placement.
package irplace
