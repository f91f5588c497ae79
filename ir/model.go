package ir

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sort"
)

// The levels for [ModelDecl.At]. ModelLevel is the default. A model below OwnLevel is used only if
// the operation's view does not implement the interface. A model above OwnLevel replaces the view's
// implementation. A model at OwnLevel is an error if the view implements the interface.
const (
	ModelLevel = 1
	OwnLevel   = 10
)

// ModelDecl declares a model, which implements an interface for an operation, outside of the
// operation's view.
type ModelDecl struct {
	view  reflect.Type
	iface reflect.Type
	level int
	make  func(*Op) any
	own   func(View) bool // reports whether the view itself implements the interface
}

// Model returns a model that implements interface I for the operations with view T. If an operation
// has several models of the same interface, the model with the highest level is used. Two models at
// the highest level are an error.
func Model[T Typed, I any](f func(T) I) ModelDecl {
	return ModelDecl{
		view:  reflect.TypeFor[T](),
		iface: reflect.TypeFor[I](),
		level: ModelLevel,
		make:  func(op *Op) any { return f(viewOf[T](op)) },
		own:   func(v View) bool { _, ok := v.(I); return ok },
	}
}

// At returns m with the given level.
func (m ModelDecl) At(level int) ModelDecl {
	m.level = level
	return m
}

// With returns d with the given models added. A dialect uses With for its own operations.
func (d OpDecl) With(models ...ModelDecl) OpDecl {
	with := *d.opDecl
	with.models = append(with.models[:len(with.models):len(with.models)], models...)
	return OpDecl{&with}
}

// model is the model that an operation uses for one interface.
type model struct {
	level int
	make  func(*Op) any
}

// attach selects the model of d for each interface, from d's declaration and the registry's
// dialects. If two models have the highest level, it returns an error and uses the first of them.
func (d *OpDef) attach() error {
	models := slices.Clone(d.ownModels)
	for _, m := range d.reg.models {
		if m.view == d.view {
			models = append(models, m)
		}
	}
	// The highest level comes first, so models of equal levels below it are not an error.
	sort.SliceStable(models, func(i, j int) bool { return models[i].level > models[j].level })
	var errs []error
	for _, m := range models {
		errs = append(errs, d.model(m))
	}
	return errors.Join(errs...)
}

// checkModels returns an error if an operation has two models of the highest level for an
// interface.
func (r *Registry) checkModels() error {
	var errs []error
	for _, d := range r.byName.sorted() {
		given := func(m ModelDecl) bool { return m.view == d.view }
		if len(d.ownModels) > 0 || slices.ContainsFunc(r.models, given) {
			errs = append(errs, d.complete().modelErr)
		}
	}
	return errors.Join(errs...)
}

func (d *OpDef) model(m ModelDecl) error {
	if d.models == nil {
		d.models = map[reflect.Type]model{}
	}
	have, ok := d.models[m.iface]
	if own := m.own(d.Zero()); own && (!ok || have.level < OwnLevel) {
		have, ok = model{level: OwnLevel}, true
	}
	if ok && have.level == m.level {
		return fmt.Errorf("two models, or a model and the view, give %q the interface %s at level %d", d.name, m.iface, m.level)
	}
	if ok && have.level > m.level {
		return nil
	}
	d.models[m.iface] = model{m.level, m.make}
	switch m.iface {
	case reflect.TypeFor[Namer]():
		d.names = true
	case reflect.TypeFor[Effecter]():
		d.effecter = false // the effects come from the model, not from the view
	}
	return nil
}
