// Package devices is the command lathe devices. It lists backends and the properties of devices.
package devices

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"text/tabwriter"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Args is the command line of the command "devices", in kong's form.
type Args struct {
	Name     string   `arg:"" optional:"" help:"The devices whose properties are listed: names or a file, as for --devices. By default, lists the backends that can be used as devices." placeholder:"NAME"`
	Property []string `help:"Set a property, such as streams=2, before the properties are listed; may be given several times. lathe run and lathe compile have the same flag." placeholder:"KEY=VALUE" sep:"none"`
	JSON     bool     `name:"json" help:"Print one JSON object."`
}

// Schema identifies the format of a Report.
const Schema = "lathe.devices/1"

// Report describes devices.
type Report struct {
	Schema  string   `json:"schema"`
	Devices []Device `json:"devices"`
}

// Device describes a device or, if the command line names no device, a backend.
type Device struct {
	Name    string `json:"name"`
	Backend string `json:"backend"`
	Doc     string `json:"doc"`
	// Unable is the reason that the device cannot compile on this machine.
	Unable string `json:"unable,omitempty"`
	// Figures has the values that placement uses. Unknown values have defaults.
	Figures    Figures    `json:"figures,omitzero"`
	Properties []Property `json:"properties,omitempty"`
	// Memory lists the parameters with which memory on the device can be created.
	Memory []Property `json:"memory,omitempty"`
}

// Figures are the memory size, rates and launch cost of a device.
type Figures struct {
	Memory    int64   `json:"memory,omitempty"` // bytes; 0: no limit
	Compute   float64 `json:"compute"`          // operations per second
	Bandwidth float64 `json:"bandwidth"`        // bytes per second
	Launch    float64 `json:"launch"`           // seconds
}

// Property is a property and its value.
type Property struct {
	Key     string   `json:"key"`
	Access  string   `json:"access"` // RO or RW
	Value   any      `json:"value"`
	Choices []string `json:"choices,omitempty"`
	Doc     string   `json:"doc"`
}

// Run lists backends or, with a name, the properties of devices.
func Run(t *driver.Tool, a Args, stdout io.Writer) error {
	if a.Name == "" && len(a.Property) > 0 {
		return diag.Errorf(diag.Span{}, "--property sets a property of a device, but no device is named").WithHelp("name a device, as in lathe devices vm --property streams=2")
	}
	r := &Report{Schema: Schema}
	if a.Name == "" {
		r.Devices = listed(t)
	} else {
		values, err := cli.Properties(a.Property)
		if err != nil {
			return err
		}
		reg := backends.NewRegistry(t.All().Backends, backends.Config{})
		defer reg.Close()
		ds, err := reg.Devices(device.Split(a.Name))
		if err != nil {
			return err
		}
		for _, d := range ds {
			one, err := described(d, values)
			if err != nil {
				return err
			}
			r.Devices = append(r.Devices, one)
		}
	}
	if a.JSON {
		return cli.WriteJSON(stdout, r)
	}
	return write(stdout, r)
}

// listed returns the backends that can be used as devices, sorted by name. If several backends have
// the same name, the last one is used.
func listed(t *driver.Tool) []Device {
	var all []Device
	seen := map[string]bool{}
	for _, f := range slices.Backward(t.All().Backends) {
		if !f.Divided && !seen[f.Name] {
			all = append(all, Device{Name: f.Name, Backend: f.Name, Doc: f.Doc})
		}
		seen[f.Name] = true
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

// described sets properties of a device to the given values, and returns the description of the
// device.
func described(d irplace.Device, values map[string]any) (Device, error) {
	b := d.Querier.(backends.Backend)
	if err := b.Properties().SetAll(values); err != nil {
		return Device{}, err
	}
	s := placement.NewModel([]placement.Spec{d.Spec}).Specs[0]
	out := Device{Name: d.Name, Backend: d.Backend, Doc: b.Info().Doc, Figures: Figures{s.Memory, s.Compute, s.Bandwidth, s.Launch}}
	if r, ok := b.(backends.ReadyChecker); ok {
		if err := r.Ready(); err != nil {
			out.Unable = diag.Messages(err)
		}
	}
	var err error
	if out.Properties, err = propertiesOf(b.Properties(), nil); err != nil {
		return out, err
	}
	m, err := backends.NewMemory(b, nil)
	if c, ok := m.(backends.Configured); ok && err == nil {
		out.Memory, err = propertiesOf(c.Properties(), b)
		return out, err
	}
	return out, nil
}

// propertiesOf returns the public properties in ps. If the parameter "makes" is not nil, ps belongs
// to a memory of this backend. The properties of a memory are fixed, so a property counts as
// writable if the backend can create a memory with the present value of the property.
func propertiesOf(ps *property.Properties, makes backends.Backend) ([]Property, error) {
	var list []Property
	for _, p := range ps.List() {
		v, err := ps.Get(p.Key)
		if err != nil {
			return nil, err
		}
		access := p.Access.String()
		if makes != nil {
			if _, err := backends.NewMemory(makes, map[string]any{p.Key: v}); err == nil {
				access = property.ReadWrite.String()
			}
		}
		list = append(list, Property{p.Key, access, v, p.Choices, p.Doc})
	}
	return list, nil
}

func write(out io.Writer, r *Report) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i, d := range r.Devices {
		if d.Properties == nil {
			fmt.Fprintf(out, "%-8s %s\n", d.Name, d.Doc)
			continue
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "device %s of backend %s: %s\n", d.Name, d.Backend, d.Doc)
		if d.Unable != "" {
			fmt.Fprintf(w, "it can't run here: %s\n", d.Unable)
		}
		memory := "no limit"
		if d.Figures.Memory > 0 {
			memory = cli.ByteText(d.Figures.Memory)
		}
		fmt.Fprintf(w, "memory: %s; %.3g operations and %.3g bytes per second, %s per launch\n", memory, d.Figures.Compute, d.Figures.Bandwidth, cli.SecondsText(d.Figures.Launch))
		writeProperties(w, "property", d.Properties)
		if len(d.Memory) > 0 {
			writeProperties(w, "parameter of a memory", d.Memory)
		}
	}
	return w.Flush()
}

func writeProperties(w io.Writer, head string, list []Property) {
	fmt.Fprintf(w, "%s\taccess\tmeaning\tvalue\n", head)
	for _, p := range list {
		value := property.TextOf(p.Value)
		if value == "" {
			value = "-"
		}
		doc := p.Doc
		if len(p.Choices) > 0 && p.Access == property.ReadWrite.String() {
			doc += ": " + property.TextOf(p.Choices)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", p.Key, p.Access, doc, value)
	}
}
