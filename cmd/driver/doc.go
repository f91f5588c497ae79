// Package driver holds the opt-like driver and the commands of lathe as
// libraries, so that an outside module builds both.
package driver
