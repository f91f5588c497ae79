// Package request runs programs by requests: inputs and outputs by number or name, asynchronous
// runs, variables.
package request
