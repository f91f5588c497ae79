// Package device describes devices before they are opened. The description is a name, an entry of a
// device file, or a placement.Spec of the caller. The package also reads the files that assign
// operations to partitions.
package device
