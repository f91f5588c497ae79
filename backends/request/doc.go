// Package request has requests, which run programs. A request has inputs and outputs that are set by
// number or name, runs that can be waited for and cancelled, and variables.
package request
