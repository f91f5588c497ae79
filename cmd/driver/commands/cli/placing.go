package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/engine"
)

// PlacingArgs are the flags that are common to the commands that place a program.
type PlacingArgs struct {
	Devices *string `help:"Devices in order of priority, or a file that describes them; by default those that the program names, or else jit, or vm where jit cannot run." placeholder:"A,B|FILE.yaml"`
	engine.Options
}

// Check returns an error if flags contradict each other or have invalid values. The parameter
// "others" adds options and states for [placement.CheckOptions], such as [placement.HasClusters].
func (a *PlacingArgs) Check(others ...string) error {
	a.Called = engine.Flags()
	a.Called[placement.DeviceList], a.Called[placement.OneBackend] = "--devices", "--backend"
	return a.Options.Check(others...)
}

// EmptyFlag returns an error if an argument is empty or a flag has an empty value. Without this
// check, commands would treat most flags with an empty value as not set. EmptyFlag ignores
// --devices, which SplitDevices checks.
func EmptyFlag(args []string) error {
	for i, a := range args {
		flag := strings.TrimSuffix(a, "=")
		if a == "" && i > 0 {
			flag = args[i-1]
			if !strings.HasPrefix(flag, "-") {
				return diag.Errorf(diag.Span{}, "an argument after '%s' is empty", flag).WithHelp("omit it, or write a value")
			}
		} else if a == flag {
			continue
		}
		if strings.HasPrefix(flag, "--") && !strings.Contains(flag, "=") && flag != "--devices" {
			return diag.Errorf(diag.Span{}, "%s must have a value, but is empty", flag).WithHelp("omit it to use the default")
		}
	}
	return nil
}

// PlainDevices removes the prefix that OpenVINO writes before a list of devices, as in
// --devices=HETERO:vm,c. If it removes a prefix, the result "note" says so.
func PlainDevices(args []string) (plain []string, note string) {
	plain = slices.Clone(args)
	for i, a := range args {
		list, given := strings.CutPrefix(a, "--devices=")
		if !given && (i == 0 || args[i-1] != "--devices") {
			continue
		}
		names, found := strings.CutPrefix(list, device.Hetero+":")
		if !found {
			continue
		}
		plain[i] = strings.TrimSuffix(a, list) + names
		note += fmt.Sprintf("note: --devices=%s is read as --devices=%s: a program is divided among all devices of a list\n", list, names)
	}
	return plain, note
}

// Properties parses the values of --property.
func Properties(given []string) (map[string]any, error) {
	values := map[string]any{}
	for _, p := range given {
		key, value, ok := strings.Cut(p, "=")
		if !ok || key == "" {
			return nil, diag.Errorf(diag.Span{}, "--property must be KEY=VALUE, but is '%s'", p)
		}
		if _, again := values[key]; again {
			return nil, diag.Errorf(diag.Span{}, "property '%s' is given twice", key)
		}
		values[key] = value
	}
	return values, nil
}

// CacheFolder returns the folder in which the command "run" caches compiled programs. It fails if
// the environment names no folder for caches.
func CacheFolder() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for caches: %w", err)
	}
	return filepath.Join(dir, "lathe"), nil
}
