// Package request runs programs. A caller sets the inputs and outputs of a request by index or
// name, and can wait for its runs or cancel them. A request keeps variables between runs.
package request
