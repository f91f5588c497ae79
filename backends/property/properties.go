package property

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Properties are the properties of one backend or program, and their values. They are safe for
// concurrent use.
type Properties struct {
	device   string
	devices  []string // device ids that GetFor accepts
	declared []Property
	frozen   bool
	others   func(device string) (*Properties, error) // properties of other devices; nil: none

	mu     sync.RWMutex
	values map[string]any // the values that were set
}

// New returns properties of a device with their defaults. It fails if a declaration is invalid.
func New(device string, declared []Property) (*Properties, error) {
	p := &Properties{device: device, devices: []string{device}, values: map[string]any{}}
	for _, d := range declared {
		if err := d.check(); err != nil {
			return nil, err
		}
		if _, again := p.Find(d.Key); again {
			return nil, diag.Errorf(diag.Span{}, "property '%s' is declared twice", d.Key)
		}
		if _, err := d.value(d.Default); err != nil {
			return nil, fmt.Errorf("default: %w", err)
		}
		p.declared = append(p.declared, d)
	}
	return p, nil
}

// Find returns the declaration of the property with the given key.
func (p *Properties) Find(key string) (*Property, bool) {
	for i := range p.declared {
		if p.declared[i].Key == key {
			return &p.declared[i], true
		}
	}
	return nil, false
}

// List returns the public properties, in the order of their declarations.
func (p *Properties) List() []Property {
	return slices.DeleteFunc(p.All(), func(d Property) bool { return d.Visibility != Public })
}

// All returns all properties, including internal properties. If p cannot be changed, all properties
// are listed as read-only.
func (p *Properties) All() []Property {
	all := slices.Clone(p.declared)
	for i := range all {
		all[i].Default, all[i].Choices = cloned(all[i].Default), slices.Clone(all[i].Choices)
		if p.frozen {
			all[i].Access = ReadOnly
		}
	}
	return all
}

// Get returns the value of a public property for the device itself. It fails with
// ErrUnknownProperty if there is no such property.
func (p *Properties) Get(key string) (any, error) { return p.GetFor(key, "") }

// GetFor returns the value of a public property for the device with the given id. The property
// "available-devices" lists the ids; "" is the device itself.
func (p *Properties) GetFor(key, device string) (any, error) {
	d, err := p.lookup(key, false)
	if err != nil {
		return nil, err
	}
	if device == "" {
		device = p.device
	}
	if !slices.Contains(p.devices, device) {
		return nil, diag.OfKind(ErrBadValue, diag.Errorf(diag.Span{}, "property '%s' was read for device '%s', but the devices are %s", key, device, strings.Join(p.devices, ", ")))
	}
	return p.read(d, device), nil
}

// Internal returns the value of any property, for backends and the cache.
func (p *Properties) Internal(key string) (any, error) {
	d, err := p.lookup(key, true)
	if err != nil {
		return nil, err
	}
	return p.read(d, p.device), nil
}

func (p *Properties) read(d *Property, device string) any {
	if d.Read != nil {
		return cloned(d.Read(device))
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	if v, set := p.values[d.Key]; set {
		return cloned(v)
	}
	return cloned(d.Default)
}

// cloned returns v, or a copy if v is a list, so that callers cannot change the original list.
func cloned(v any) any {
	if list, ok := v.([]string); ok {
		return slices.Clone(list)
	}
	return v
}

func (p *Properties) lookup(key string, internal bool) (*Property, error) {
	d, ok := p.Find(key)
	if ok && (internal || d.Visibility == Public) {
		return d, nil
	}
	if p.others != nil && strings.LastIndexByte(key, '.') > 0 { // the name of a device is not empty
		return p.ofDevice(key, internal)
	}
	var keys []string
	for _, d := range p.declared {
		if d.Visibility == Public {
			keys = append(keys, d.Key)
		}
	}
	return nil, diag.OfKind(ErrUnknownProperty, diag.Errorf(diag.Span{}, "unknown property '%s' of device '%s'; have %s", key, p.device, strings.Join(keys, ", ")).
		DidYouMean("", key, slices.Values(keys)))
}

// owner returns the device of a key such as "vm.1.threads". If there are the devices vm and vm.1,
// it returns the device with the longer name.
func (p *Properties) owner(key string) (device string, of *Properties, err error) {
	for at := strings.LastIndexByte(key, '.'); at > 0; at = strings.LastIndexByte(key[:at], '.') {
		of, wrong := p.others(key[:at])
		if wrong == nil {
			return key[:at], of, nil
		}
		if err == nil {
			err = diag.OfKind(ErrUnknownProperty, diag.Errorf(diag.Span{}, "property '%s' belongs to no device: %s", key, diag.Messages(wrong)))
		}
	}
	return "", nil, err
}

// ofDevice finds the declaration of a property of another device.
func (p *Properties) ofDevice(key string, internal bool) (*Property, error) {
	device, of, err := p.owner(key)
	if err != nil {
		return nil, err
	}
	d, err := of.lookup(key[len(device)+1:], internal)
	if err != nil {
		return nil, err
	}
	own := *d
	own.Key, own.Default = key, of.read(d, of.device)
	return &own, nil
}

// ForDevice returns the values that were set for the named device. Their keys have no prefix.
func (p *Properties) ForDevice(device string) map[string]any {
	values := map[string]any{}
	for _, key := range p.Foreign() {
		if name, _, err := p.owner(key); err == nil && name == device {
			values[key[len(name)+1:]], _ = p.Given(key)
		}
	}
	return values
}

// Foreign returns the keys of other devices' properties that were set, sorted.
func (p *Properties) Foreign() []string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	var keys []string
	for key := range p.values {
		if _, own := p.Find(key); !own {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// Given returns the value that was set for key, and whether there is one.
func (p *Properties) Given(key string) (any, bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	v, ok := p.values[key]
	return cloned(v), ok
}

// Set changes the value of a property. v has the property's type, or is the text of a value of this
// type. Set fails with ErrUnknownProperty, ErrReadOnly or ErrBadValue, and then keeps the old
// value.
func (p *Properties) Set(key string, v any) error {
	return p.SetAll(map[string]any{key: v})
}

// SetAll changes the values of several properties, all of them or none.
func (p *Properties) SetAll(values map[string]any) error {
	checked, err := p.checked(values)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.Copy(p.values, checked)
	return nil
}

func (p *Properties) checked(values map[string]any) (map[string]any, error) {
	out := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		d, err := p.lookup(key, true)
		if err != nil {
			return nil, err
		}
		if d.Access == ReadOnly || p.frozen {
			return nil, diag.OfKind(ErrReadOnly, diag.Errorf(diag.Span{}, "property '%s' of device '%s' can't be set", key, p.device).WithHelp(d.Doc))
		}
		if out[key], err = d.value(values[key]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// With returns the read-only properties of a program. They have the given values, and otherwise the
// values of p. With fails like Set.
func (p *Properties) With(values map[string]any) (*Properties, error) {
	checked, err := p.checked(values)
	if err != nil {
		return nil, err
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	all := maps.Clone(p.values)
	maps.Copy(all, checked)
	return &Properties{device: p.device, devices: p.devices, declared: p.declared, values: all, frozen: true, others: p.others}, nil
}

// Extended returns a copy of p with additional read-only properties, whose values are known only
// after compilation. The additional properties replace properties of p with the same keys. p must
// be a result of With or Extended.
func (p *Properties) Extended(more ...Property) *Properties {
	all := slices.DeleteFunc(slices.Clone(p.declared), func(d Property) bool {
		return slices.ContainsFunc(more, func(m Property) bool { return m.Key == d.Key })
	})
	return &Properties{device: p.device, devices: p.devices, declared: append(all, more...), values: p.values, frozen: true, others: p.others}
}

// Compiling returns the properties on which compiled programs depend, sorted, each as "key=value".
// Properties of other devices are included only if they were set.
func (p *Properties) Compiling() []string {
	var out []string
	for i := range p.declared {
		if d := &p.declared[i]; d.Compiles {
			out = append(out, d.Key+"="+TextOf(p.read(d, p.device)))
		}
	}
	for _, key := range p.Foreign() {
		if d, err := p.ofDevice(key, true); err == nil && d.Compiles {
			v, _ := p.Given(key)
			out = append(out, key+"="+TextOf(v))
		}
	}
	slices.Sort(out)
	return out
}

// Running returns the properties that were set and do not affect compiled programs, sorted, each as
// "key=value".
func (p *Properties) Running() []string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	var out []string
	for key, v := range p.values {
		if d, err := p.lookup(key, true); err == nil && !d.Compiles {
			out = append(out, key+"="+TextOf(v))
		}
	}
	slices.Sort(out)
	return out
}

// Imported returns the property values of an imported program. The lists "options" and "running"
// have the values with which the program was compiled and run. The values in "own" replace them.
// Imported fails if a property affects compilation, and its value in "own" differs from the value
// in "options". If "options" has no value for a property of another device, the import of that
// device's part checks the value in "own".
func (p *Properties) Imported(options, running []string, own map[string]any) (map[string]any, error) {
	values := map[string]any{}
	for _, o := range slices.Concat(options, running) {
		key, text, _ := strings.Cut(o, "=")
		values[key] = text
	}
	if _, err := p.checked(values); err != nil {
		return nil, sealed.Bad("has invalid properties: %v", err)
	}
	for key, v := range own {
		d, err := p.lookup(key, true)
		if err != nil {
			return nil, err
		}
		given, err := d.value(v)
		if err != nil {
			return nil, err
		}
		if compiled, known := values[key]; known && d.Compiles && compiled != TextOf(given) {
			return nil, diag.OfKind(ErrBadValue, diag.Errorf(diag.Span{}, "property '%s' cannot be '%s': the program was compiled with '%v'", key, TextOf(v), compiled).
				WithHelp("compile the module with this value"))
		}
		values[key] = given
	}
	return values, nil
}

// Supported lists the public properties, each as "key:RO" or "key:RW".
func (p *Properties) Supported() []string {
	var out []string
	for _, d := range p.List() {
		out = append(out, d.Key+":"+d.Access.String())
	}
	return out
}

// Caching lists the keys of the properties that a compiled program depends on.
func (p *Properties) Caching() []string {
	var out []string
	for _, d := range p.declared {
		if d.Compiles {
			out = append(out, d.Key)
		}
	}
	return out
}

// SetOthers adds the properties of other devices. Their keys are "DEVICE.KEY".
func (p *Properties) SetOthers(of func(device string) (*Properties, error)) { p.others = of }

// Value returns the value of a property that is declared with the type T.
func Value[T any](p *Properties, key string) T {
	v, err := p.Internal(key)
	if err != nil {
		panic("property: BUG: " + err.Error())
	}
	return v.(T)
}
