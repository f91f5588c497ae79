// Package irplace connects placement to programs. It builds the graph of a function, with
// the work, bytes and order of its operations. It reads the devices that a module lists, and
// declares the interface through which devices report the operations that they support. The
// algorithms, which see graphs only, are in package placement.
package irplace
