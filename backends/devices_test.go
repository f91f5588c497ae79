package backends_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

func TestParseDevices(t *testing.T) {
	specs, err := device.Parse([]string{"vm.0", " c"})
	if err != nil || len(specs) != 2 || specs[0].Name != "vm.0" || specs[0].Backend != "vm" || specs[1].Name != "c" {
		t.Fatalf("got %+v, %v", specs, err)
	}
}

func TestDeviceFile(t *testing.T) {
	file := deviceFile(t, "- name: fast\n  backend: vm\n  threads: 2\n- name: ref\n")
	specs, err := device.Parse([]string{file})
	if err != nil {
		t.Fatal(err)
	}
	want := []device.Spec{{Name: "fast", Backend: "vm", Spec: placement.Spec{Threads: 2}}, {Name: "ref", Backend: "ref"}}
	for i, s := range specs {
		if s.Name != want[i].Name || s.Backend != want[i].Backend || s.Spec.Threads != want[i].Spec.Threads {
			t.Errorf("device %d is %+v, expected %+v", i, s, want[i])
		}
	}
	r := backends.NewRegistry([]backends.Factory{vm.Factory(), ref.Factory()}, backends.Config{})
	defer r.Close()
	ds, err := r.Devices([]string{file})
	if err != nil || len(ds) != 2 || ds[0].Backend != "vm" || ds[0].Name != "fast" {
		t.Fatalf("the opened devices are %+v, %v", ds, err)
	}
}

// TestDeviceErrors checks the location and the text of the error for mistakes in device files. An
// empty place or message matches every error.
func TestDeviceErrors(t *testing.T) {
	for _, test := range []struct{ text, place, message string }{
		{"- name: a\n  backend: vmm\n", "2:12", "unknown backend 'vmm' of device 'a'; have ref, vm"},
		{"- name: a\n  backendName: TPU\n  parameters: |\n    \"memory\" : \"1MiB\"\n", "2:16", "unknown backend 'TPU' of device 'a'; have CPU, Interpreter, ref, vm"},
		{"- name: a\n  backnd: vm\n", "2:3", "unknown key 'backnd' of a device; have name, backend, threads, memory, compute, bandwidth, launch, links, allow, deny, sram, sram_bandwidth, peers"},
		{"- name: a\n  backend: vm\n- name: a\n  backend: vm\n", "3:9", "device 'a' is listed twice"},
		{"- name: a\n  backend: vm\n  threads: many\n", "3:12", "threads must be a whole number of threads, but is 'many'"},
		{"- name: a\n  backend: vm\n  threads: -1\n", "3:12", "threads must be from 1 to 4096, but is -1"},
		{"- name: a\n  backend: vm\n  threads: 0\n", "3:12", "threads must be from 1 to 4096, but is 0"},
		{"- name: a\n  backend: vm\n  memory: much\n", "3:11", "memory must be a size such as 64, 32KiB or 2GB, but is 'much'"},
		{"- name: a\n  backend: vm\n  memory: 0\n", "3:11", "memory must be from 1 byte to less than 8388608TiB, but is '0'"},
		{"- name: a\n  backend: vm\n  memory: 99999999999GiB\n", "3:11", "memory must be from 1 byte to less than 8388608TiB, but is '99999999999GiB'"},
		{"- name: a\n  backend: vm\n  memory: -1KiB\n", "3:11", "memory must be from 1 byte to less than 8388608TiB, but is '-1KiB'"},
		{"- name: a\n  backend: vm\n  compute: -1\n", "3:12", "compute must be positive, but is '-1'"},
		{"- name: a\n  backend: vm\n  launch: soon\n", "3:11", "launch must be a number of seconds, but is 'soon'"},
		{"- name: a\n  backend: vm\n  allow: 3\n", "3:10", "allow must be a list of names of operations, but is '3'"},
		{"- name: a\n  backend: vm\n  links: {b: 1e9}\n", "3:11", "device 'a' has a link to 'b', which is not listed"},
		{"- name: a\n  backend: vm\n  links: {a: 1e9}\n", "3:11", "device 'a' has a link to itself"},
		{"- name: a\n  backend: vm\n  links: {a: 0}\n", "3:11", "the link to 'a' must have a positive bandwidth"},
		{"- name: a\n  backend: vm\n  name: b\n", "3:3", ""},
		{"devices:\n  - name: a\n", "1:1", "expected a list of devices"},
		{"vm\n", "1:1", "expected a list of devices"},
		{"- 5\n", "1:3", "a device must be a mapping with a name and a backend"},
		{"- name: a\n  backend: vm\n-\n", "3:1", "a device must be a mapping with a name and a backend, but is null"},
		{"- null\n- name: a\n", "1:1", "a device must be a mapping with a name and a backend, but is null"},
		{"[{name: a}, null]\n", "1:11", "a device must be a mapping with a name and a backend, but is null"},
		{"[{name: a}, ]\n- \n", "", ""},
		{"- &x\n- *x\n", "", ""},
		{"- name: vm\n---\n- name: ref\n", "3:1", "expected one document, but found a second one"},
		{"- name: vm\n  allow: []\n", "2:10", "allow must name at least one operation, but is empty"},
		{"- name: vm\n  peers: 1.5\n", "2:10", "peers must be a whole number from 0 to 2^63-1, but is '1.5'"},
		{"- name: vm\n  threads: 2.7\n", "2:12", "threads must be a whole number of threads, but is '2.7'"},
		{"- name: vm\n  compute: 1e-310\n", "2:12", "compute must be a finite number of at least 1e-15, but is '1e-310'"},
		{"- name: vm\n  launch: .inf\n", "2:11", "launch must be 0 or a finite number of at least 1e-15, but is '.inf'"},
		{"- name: vm\n  compute: 0\n", "2:12", "compute must be positive, but is '0'"},
		{"- name: vm\n  launch: .nan\n", "2:11", "launch must be at least 0, but is '.nan'"},
		{"- name: vm\n  launch: -5\n", "2:11", "launch must be at least 0, but is '-5'"},
		{"- name: vm\n  links: {ref: .inf}\n- name: ref\n", "2:11", "the bandwidth to 'ref' must be from 1e-15 to 1e+24, but is +Inf"},
		{"- name: \"a,b\"\n  backend: vm\n", "1:9", "must have no comma, space or control character, but is \"a,b\""},
		{"- name: \"a\\u0001b\"\n  backend: vm\n", "1:9", "must have no comma, space or control character, but is \"a\\x01b\""},
		{"- name: \"a\\nb\"\n  backend: vm\n", "1:9", "must have no comma, space or control character, but is \"a\\nb\""},
		{"- name: \"\"\n  backend: vm\n", "1:9", "name must be a non-empty text, but is '\"\"'"},
		{"- name: \"\"\n", "1:9", "name must be a non-empty text, but is '\"\"'"},
		{"- name: \"\\t \"\n  backend: vm\n", "1:9", "must have no comma, space or control character, but is \"\\t \""},
		{"- name: .\n  backend: vm\n", "1:9", "must have a letter or a digit, but is \".\""},
		{"- name: other.yaml\n  backend: vm\n", "1:9", "must not have the suffix of a device file, but is \"other.yaml\""},
		{"- name: a\n  backend: \"\"\n", "2:12", "backend must be the name of a backend, but is '\"\"'"},
		{"- name: vm\n  deny: [\"\"]\n", "2:10", "deny must be a list of names of operations, but has '\"\"', which is not a name"},
		{"- name: vm.x\n", "1:9", "device 'vm.x' must have the name of backend 'vm', or that name with a number, such as vm.0"},
		{"- name: vm.-1\n", "1:9", "device 'vm.-1' must have the name of backend 'vm', or that name with a number"},
		{"- name: a\n  backend:\n", "2:3", "key 'backend' must have a value, but has none"},
		{"- name: a\n  backend: vm\n  allow: ~\n", "3:3", "key 'allow' must have a value, but has none"},
		{"- threads: 1\n", "", "a device needs a name and a backend"},
		{"- name: [\n", "1:9", ""},
		{"- name: vm\n  memory: 4.5\n", "2:11", "memory must be a size such as 64, 32KiB or 2GB, but is '4.5'"},
		{"- name: vm\n  memory: 1.0005KB\n", "2:11", "memory must be a size"},
		{"- name: vm\n  sram: .5\n", "2:9", "sram must be a size"},
		{"- name: vm\n  memory: [1, 2]\n", "2:11", "memory must be a size"},
		{"- name: vm\n  memory: {a: 1}\n", "2:11", "memory must be a size"},
		{"- name: vm\n  memory: 99999999999999999999\n", "2:11", "memory must be from 1 byte"},
		{"- name: vm\n  peers: 99999999999999999999\n", "2:10", "peers must be a whole number from 0 to 2^63-1, but is '99999999999999999999'"},
		{"- name: vm\n  threads: 99999999999\n", "2:12", "threads must be from 1 to 4096, but is 99999999999"},
		{"- name: vm\n  threads: 5000\n", "2:12", "threads must be from 1 to 4096, but is 5000"},
		{"- name: vm\n  threads: \"2\"\n", "2:12", "threads must be a whole number of threads, but is '\"2\"'"},
		{"- name: vm\n  allow: stablehlo.add\n", "2:10", "allow must be a list of names of operations, but is 'stablehlo.add'"},
		{"- name: vm\n  deny: [[stablehlo.add]]\n", "2:10", "deny must be a list of names of operations, but has '[stablehlo.add]', which is not a name"},
		{"- name: vm\n  deny: [stablehlo.add, 3]\n", "2:25", "deny must be a list of names of operations, but has '3', which is not a name"},
		{"- name: vm\n  deny: [{stablehlo.add: 1}]\n", "2:10", "which is not a name"},
		{"- name: vm\n  links: [ref]\n", "2:10", "links must be a mapping from devices to bytes per second, but is '[ref]'"},
		{"- name: vm\n  links: {ref: fast}\n- name: ref\n", "2:16", "but has 'fast', which is not a number"},
		{"- name: vm\n  links: {ref: [1e9]}\n- name: ref\n", "2:16", "but has '[1e9]', which is not a number"},
		{"- name: vm\n  links: {ref: 1e9, ref: 2e9}\n- name: ref\n", "2:21", ""},
		{"- name: [vm]\n", "1:9", "name must be a non-empty text, but is '[vm]'"},
		{"- name: 5\n  backend: vm\n", "1:9", "name must be a non-empty text, but is '5'"},
		{"- name: a\n  backend: true\n", "2:12", "backend must be the name of a backend, but is 'true'"},
		{"- name: vm\n  compute: true\n", "2:12", "compute must be a number of operations per second, but is 'true'"},
		{"- name: vm\n  launch: 5 µs\n", "2:11", "launch must be a number of seconds, but is '5 µs'"},
		{"- name: vm\n  allow: [nn.add]\n  deny: [nn.mul, nn.add]\n", "2:11", "'nn.add' is in both lists, allow and deny"},
		{"", "", "lists no devices"},
	} {
		file := deviceFile(t, test.text)
		r := backends.NewRegistry([]backends.Factory{vm.Factory(), ref.Factory()}, backends.Config{})
		_, err := r.Devices([]string{file})
		var d *diag.Diagnostic
		if !errors.As(err, &d) {
			t.Errorf("%q: expected a diagnostic, but got %v", test.text, err)
			continue
		}
		if !strings.Contains(d.Message, test.message) {
			t.Errorf("%q: message is %q, expected %q", test.text, d.Message, test.message)
		}
		if test.place != "" && !strings.Contains(d.Error(), "devices.yaml:"+test.place+":") {
			t.Errorf("%q: error is %q, expected it at %s", test.text, d.Error(), test.place)
		}
		if len(d.Help) == 0 {
			t.Errorf("%q: error %q has no help", test.text, d.Error())
		}
	}
}

// TestDeviceNames checks that in a list of devices, only a number may follow the dot in a name. A
// device file may define other names with a dot.
func TestDeviceNames(t *testing.T) {
	for _, name := range []string{"vm.x", "vm.-1", "vm.", "vm.0.1", "vm.+1"} {
		if _, err := device.Parse([]string{name}); err == nil || !strings.Contains(err.Error(), "or that name with a number, such as vm.0") {
			t.Errorf("%s: %v", name, err)
		}
	}
	specs, err := device.Parse([]string{deviceFile(t, "- name: big.one\n  backend: vm\n")})
	if err != nil || specs[0].Backend != "vm" {
		t.Error(specs, err)
	}
}

func deviceFile(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "devices.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestFreeLaunch checks that a launch time of 0 in a device file becomes 1e-15, and that a compute
// rate of 1e30 becomes 1e24.
func TestFreeLaunch(t *testing.T) {
	r := backends.NewRegistry([]backends.Factory{vm.Factory(), ref.Factory()}, backends.Config{})
	ds, err := r.Devices([]string{deviceFile(t, "- name: vm\n  launch: 0\n  compute: 1e30\n")})
	if err != nil {
		t.Fatal(err)
	}
	if s := ds[0].Spec; s.Launch != 1e-15 || s.Compute != 1e24 {
		t.Errorf("got a launch time of %g s and %g operations per second, expected 1e-15 and 1e24", s.Launch, s.Compute)
	}
}
