// Package request has requests, which run programs. The inputs and outputs of a request are set by
// index or name. Its runs can be waited for and canceled, and it keeps the values of variables
// between runs.
package request
