// Package property has the properties of devices and programs: their declarations, and their
// values, which are checked and can be converted to and from text.
package property
