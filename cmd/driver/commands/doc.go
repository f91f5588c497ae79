// Package commands holds the commands of lathe (run, plan, explain, devices,
// version) as a library, so that a module outside builds its own lathe from the
// parts it lists:
//
//	func main() { commands.Main(all.Bundle(), npu.Bundle()) }
//
// They stand apart from package driver because what parses their command lines
// needs os/user, and with cgo that makes a binary dynamic; lathe-opt is static.
package commands
