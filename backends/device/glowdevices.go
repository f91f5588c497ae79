package device

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/lathe-ir/lathe/ir/diag"
)

// glowDevices reads a device file in Glow's form:
//
//	# heterogeneousConfigs.yaml
//	- name: Device1
//	  backendName: CPU
//	  parameters: |
//	    "nonSupportedNodes" : "AvgPool,Mul"
//	    "supportedNodes" : ""
//	    "memory" : "1GiB"
//
// Devices are in order of priority. The backend Interpreter becomes ref, CPU becomes vm, and OpenCL
// becomes opencl; other backends keep their names. Kinds of operations are converted to operations
// of the dialect nn. In Glow, memory sizes and speeds are options on the command line. In Lathe,
// each device may have them as parameters: memory, sramCapacity, peakCompute, peakDramBw,
// peakSramBw, inputCountMax.
func glowDevices(src *diag.Source, list *ast.SequenceNode) ([]Spec, error) {
	var specs []Spec
	for _, n := range list.Values {
		s, err := glowDevice(src, n)
		if err != nil {
			return nil, err
		}
		specs = append(specs, s)
	}
	number(specs)
	return specs, nil
}

// isGlow reports whether a device is described in Glow's form.
func isGlow(n ast.Node) bool {
	m, ok := n.(ast.MapNode)
	if !ok {
		return false
	}
	for it := m.MapRange(); it.Next(); {
		if key := it.Key().GetToken().Value; key == "backendName" || key == "parameters" {
			return true
		}
	}
	return false
}

// glowKeys returns the keys of an entry. All keys are required.
func glowKeys() []string { return []string{"name", "backendName", "parameters"} }

func glowFields(src *diag.Source, n ast.Node) (map[string]ast.Node, error) {
	m, ok := n.(ast.MapNode)
	if !ok {
		return nil, diag.Errorf(tokenSpan(src, n.GetToken()), "a device must be a mapping with name, backendName and parameters").
			WithHelp("fill the entry in, or delete it")
	}
	fields, err := keyed(m, "a device in Glow's form, whose parameters are lines of its block 'parameters'", glowKeys())
	if err != nil {
		return nil, yamlError(src, err)
	}
	for _, key := range glowKeys() {
		if fields[key] == nil {
			return nil, diag.Errorf(tokenSpan(src, n.GetToken()), "a device needs the key %s", key).
				WithHelp("give each device the keys " + strings.Join(glowKeys(), ", "))
		}
	}
	return fields, readFields(src, fields, []field{
		{"name", nil, word{}, "a non-empty text", "Device1"},
		{"backendName", nil, word{}, "the name of a backend", "CPU"},
	})
}

// number makes the names of devices unique by adding numbers. In Glow, devices of one backend may
// have the same name.
func number(specs []Spec) {
	seen := map[string]int{}
	for _, s := range specs {
		seen[s.Name]++
	}
	next := map[string]int{}
	for i := range specs {
		s := &specs[i]
		if name := s.Name; seen[name] > 1 {
			s.Name = fmt.Sprintf("%s.%d", name, next[name])
			next[name]++
		}
		s.Spec.Name = s.Name
	}
}

func glowDevice(src *diag.Source, n ast.Node) (s Spec, err error) {
	fields, err := glowFields(src, n)
	if err != nil {
		return s, err
	}
	s.Name = fields["name"].GetToken().Value
	s.Backend = GlowBackend(fields["backendName"].GetToken().Value)
	s.At = tokenSpan(src, fields["backendName"].GetToken())
	s.named = tokenSpan(src, fields["name"].GetToken())
	s.Spec.Backend, s.Glow = s.Backend, true
	text, isBlock := fields["parameters"].(*ast.LiteralNode)
	if !isBlock {
		return s, diag.Errorf(tokenSpan(src, fields["parameters"].GetToken()), `parameters must be a block of lines such as "supportedNodes" : "Add,Mul"`).
			WithHelp("write 'parameters: |' and each line below it, indented")
	}
	if err := CheckName(s, false, tokenSpan(src, fields["name"].GetToken())); err != nil {
		return s, err
	}
	return s, glowParameters(src, text, &s.Spec)
}

// GlowBackend returns Lathe's name for the backend with the given backendName in Glow.
func GlowBackend(name string) string {
	switch name {
	case "Interpreter":
		return "ref"
	case "CPU":
		return "vm"
	case "OpenCL":
		return "opencl"
	}
	return name
}
