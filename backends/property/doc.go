// Package property has the properties of devices and programs: declarations, checked values and
// their text.
package property
