package ir

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Dialect describes a dialect as data. NewRegistry checks it.
type Dialect struct {
	Name string
	// Ops returns the operations of the dialect; nil means no operations. A registry calls Ops only
	// once. A registry from DeferredRegistry calls it at the first lookup of an operation.
	Ops func() []OpDecl
	// Syntax parses the dialect's types and attributes, and the directives of its formats; see
	// asm.TypeSyntax, asm.AttrSyntax and asm.DirectiveSyntax.
	Syntax any
	// Models attach interfaces to operations of any dialect.
	Models []ModelDecl
	// Targets maps names to implementations of external functions. Operations of any dialect call
	// these functions by name. The calling operation defines the type of the implementation, such
	// as stablehlo.CallTarget.
	Targets map[string]any
	// Constant, if not nil, creates constant operations for folded values.
	Constant Materializer
	// Inlinable reports whether a call may be replaced by the body of its callee. It is called if the
	// body contains operations of the dialect, or if the call is in a region of such an operation.
	// If Inlinable is nil, all calls may be replaced.
	Inlinable func(i Inlining) bool
	// AllowUnknownOps accepts operations with the dialect's prefix that Ops does not list.
	AllowUnknownOps bool
	// ResourceSection allows a resource section of the dialect in files. The section must be empty,
	// because the dialect defines no resource keys.
	ResourceSection bool
	// VerifyAttr checks a discardable attribute "dialect.name" on op.
	VerifyAttr func(op *Op, name string, a Attr) error
	// VerifyArgAttr checks an attribute "dialect.name" on an argument of a function.
	// VerifyResultAttr checks such an attribute on a result.
	VerifyArgAttr    func(op *Op, arg int, name string, a Attr) error
	VerifyResultAttr func(op *Op, result int, name string, a Attr) error
	Doc              string
}

// Inlining describes the replacement of a call by the body of its callee.
type Inlining struct {
	Body *Region  // the body of the callee
	Into *Region  // the region that contains the call
	Args []*Value // the arguments of the call, which replace the arguments of Body's entry block
}

// OpDecl declares one operation of a dialect. It is a pointer, because lists of declarations then
// take less code.
type OpDecl struct{ *opDecl }

type opDecl struct {
	zero   View // the view without an operation
	spec   func() Spec
	shared string // name of the operation, if other operations have the same view
	models []ModelDecl
}

// Decl returns the declaration of the operation whose view is T. Decl is not inlined, because it
// has a thousand callers. The closure calls Spec on a T, not on a View, so that the linker does not
// keep a second Spec for pointers to T.
//
//go:noinline
func Decl[T Typed]() OpDecl {
	var zero T
	return OpDecl{&opDecl{zero: zero, spec: func() Spec { return zero.Spec() }}}
}

// DeclShared returns the declaration of an operation whose view T is also the view of other
// operations. spec returns its Spec, and name is the name in this Spec. [Create] cannot create such
// an operation, so use [Builder.Op].
func DeclShared[T Typed](name string, spec func() Spec) OpDecl {
	var zero T
	return OpDecl{&opDecl{zero: zero, spec: spec, shared: name}}
}

// declares reports whether d may declare the operation op of the dialect. To avoid evaluating the
// Spec, it compares op with the name of the view's Go type, unless the declaration has a name.
func (d OpDecl) declares(dialect, op string) bool {
	if d.shared != "" {
		return d.shared == dialect+"."+op
	}
	return sameName(d.View().Name(), op)
}

// View returns the Go type of the operation's view.
func (d OpDecl) View() reflect.Type { return reflect.TypeOf(d.zero) }

// Name returns the full name of the operation.
func (d OpDecl) Name() string { return d.spec().Name }

// OpDef is a registry's record of all operations that have the same name.
type OpDef struct {
	Spec
	name         string
	dialect      *Dialect
	reg          *Registry
	zero         View // the view without an operation
	view         reflect.Type
	models       map[reflect.Type]model
	ownModels    []ModelDecl // models in the operation's declaration
	modelErr     error
	traits       Trait
	unregistered bool
	shared       bool // other operations have the same view

	whole    sync.Once // guards the fields that d.derive sets
	folder   bool
	effecter bool
	names    bool  // the operation suggests names for its results
	sorted   []int // indices of the inherent attributes, sorted by name
	vars     []varPair
	checks   checks

	syntax atomic.Pointer[any] // Format as compiled by package asm
}

// Name returns the full name.
func (d *OpDef) Name() string { return d.name }

// Dialect returns the dialect of the operation, or nil if the dialect is not registered.
func (d *OpDef) Dialect() *Dialect { return d.dialect }

// Registered reports whether the operation has a Spec. It has one if its dialect lists it, or if
// [Create] was called with its view. Otherwise, only the name of the operation is known.
func (d *OpDef) Registered() bool { return !d.unregistered }

// Traits returns the traits in the Spec.
func (d *OpDef) Traits() Trait { return d.traits }

// Zero returns the view without an operation, to check which interfaces it implements.
func (d *OpDef) Zero() View { return d.zero }

// Syntax returns compile(d), the compiled format of the Spec, and caches it. Concurrent first calls
// may each call compile, but all of them return the same result.
func (d *OpDef) Syntax(compile func(*OpDef) any) any {
	if s := d.syntax.Load(); s != nil {
		return *s
	}
	s := compile(d)
	d.syntax.CompareAndSwap(nil, &s)
	return *d.syntax.Load()
}

func (d *OpDef) slot(name string) int {
	for i := range d.Spec.Attrs {
		if d.Spec.Attrs[i].Name == name {
			return i
		}
	}
	return -1
}

// Slot returns the index of the inherent attribute with the given name, or -1.
func (d *OpDef) Slot(name string) int { return d.slot(name) }

// Registry is a set of dialects and their operations. It is safe for concurrent use.
type Registry struct {
	dialects map[string]*Dialect
	order    []string
	models   []ModelDecl
	targets  map[string]any

	byName defIndex[string]
	byView defIndex[reflect.Type]

	mu      sync.Mutex          // guards the fields below, and writes to byName and byView
	decls   map[string][]OpDecl // result of Ops for each dialect
	pending map[string]*Dialect // dialects that may have operations not yet in byName and byView
}

// NewRegistry returns a registry of the dialects. A dialect may be listed several times.
// NewRegistry fails if two dialects, operations or targets have the same name, or if the name of an
// operation lacks its dialect's prefix. It also fails if a dialect is nil, a view is invalid, or
// two models of an operation conflict.
func NewRegistry(dialects ...*Dialect) (*Registry, error) {
	r, err := DeferredRegistry(dialects...)
	if err != nil {
		return nil, err
	}
	for _, n := range r.order {
		if err := r.list(r.dialects[n]); err != nil {
			return nil, err
		}
	}
	return r, r.checkModels()
}

// DeferredRegistry is like NewRegistry, but checks operations only when they are used, so that
// tools start faster. Lookups can panic if a name or view is invalid, and errors in models are not
// reported. Tests should call NewRegistry, which reports all errors.
func DeferredRegistry(dialects ...*Dialect) (*Registry, error) {
	r := &Registry{
		dialects: map[string]*Dialect{}, targets: map[string]any{},
		byName: newDefIndex((*OpDef).Name), byView: newDefIndex(func(d *OpDef) reflect.Type { return d.view }),
		decls: map[string][]OpDecl{}, pending: map[string]*Dialect{},
	}
	for i, d := range dialects {
		if d == nil {
			return nil, fmt.Errorf("dialect #%d of the registry is nil", i)
		}
		if r.dialects[d.Name] == d {
			continue
		}
		if r.dialects[d.Name] != nil {
			return nil, fmt.Errorf("two dialects are called %q", d.Name)
		}
		r.dialects[d.Name] = d
		r.pending[d.Name] = d
		r.order = append(r.order, d.Name)
		r.models = append(r.models, d.Models...)
		for name, t := range d.Targets {
			if r.targets[name] != nil {
				return nil, fmt.Errorf("two dialects have the target %q", name)
			}
			r.targets[name] = t
		}
	}
	return r, nil
}

// Target returns the implementation of the external function with the given name, or nil.
func (r *Registry) Target(name string) any { return r.targets[name] }

// declared returns the declarations of d's operations. The caller must hold mu.
func (r *Registry) declared(d *Dialect) []OpDecl {
	if d == nil || d.Ops == nil {
		return nil
	}
	decls, ok := r.decls[d.Name]
	if !ok {
		decls = d.Ops()
		r.decls[d.Name] = decls
	}
	return decls
}

// list adds the operations of d to byName and byView. It fails if two operations have the same
// name, or if a declaration is invalid.
func (r *Registry) list(d *Dialect) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.pending[d.Name] == nil {
		return nil
	}
	delete(r.pending, d.Name)
	seen := map[*OpDef]bool{}
	for _, decl := range r.declared(d) {
		def := r.byView.get(decl.View())
		if decl.shared != "" {
			def = r.byName.get(decl.shared)
		}
		if def == nil {
			if err := checkView(decl.View()); err != nil {
				return err
			}
			def = r.newDef(decl, d)
		}
		if !strings.HasPrefix(def.name, d.Name+".") {
			return fmt.Errorf("dialect %q lists operation %q, whose name must begin with %q", d.Name, def.name, d.Name+".")
		}
		if other := r.byName.get(def.name); seen[def] || other != nil && other != def {
			return fmt.Errorf("two operations are called %q", def.name)
		}
		seen[def] = true
		r.put(def)
	}
	return nil
}

// listed calls list for the named dialect, if it is registered. It panics if list fails.
func (r *Registry) listed(name string) {
	if d := r.dialects[name]; d != nil {
		if err := r.list(d); err != nil {
			panic("ir: BUG: " + err.Error())
		}
	}
}

// named returns the record of the operation with the given name, or nil. It first looks for a view
// whose Go type has a matching name, such as AddI for addi, so that it need not evaluate all
// declarations of the dialect.
func (r *Registry) named(name string) *OpDef {
	dialect, op, _ := strings.Cut(name, ".")
	if d := r.add(func() *OpDef { return r.find(r.dialects[dialect], name, op) }); d != nil {
		return d
	}
	r.listed(dialect)
	return r.byName.get(name)
}

func (r *Registry) find(d *Dialect, name, op string) *OpDef {
	if def := r.byName.get(name); def != nil || d == nil || r.pending[d.Name] == nil {
		return def
	}
	for _, decl := range r.declared(d) {
		if decl.declares(d.Name, op) && decl.Name() == name && checkView(decl.View()) == nil {
			return r.newDef(decl, d)
		}
	}
	return nil
}

// sameName reports whether the name of a Go type matches the name of an operation, as DotGeneral
// matches dot_general.
func sameName(view, op string) bool {
	for i := range len(op) {
		switch c := op[i]; {
		case c == '_':
		case view == "" || view[0]|' ' != c|' ':
			return false
		default:
			view = view[1:]
		}
	}
	return view == ""
}

// dialectOf returns the part of an operation's name that is the dialect's name.
func dialectOf(op string) string {
	d, _, _ := strings.Cut(op, ".")
	return d
}

func (r *Registry) newDef(decl OpDecl, d *Dialect) *OpDef {
	spec := decl.spec()
	return &OpDef{
		Spec: spec, name: spec.Name, dialect: d, reg: r,
		zero: decl.zero, view: decl.View(), shared: decl.shared != "", traits: spec.Traits, ownModels: decl.models,
	}
}

// complete returns d with the data that derive computes from the Spec. derive runs at the first use
// of d, since most programs use few operations of a dialect.
func (d *OpDef) complete() *OpDef {
	d.whole.Do(d.derive)
	return d
}

func (d *OpDef) derive() {
	if d.unregistered {
		return
	}
	d.folder, d.effecter = implements[Folder](d.view), implements[Effecter](d.view)
	d.names = implements[Namer](d.view) || len(d.Spec.Results) > 1
	for i := range d.Spec.Attrs {
		// If the segment sizes are absent, they are zeros, as in MLIR.
		switch f := &d.Spec.Attrs[i]; f.Name {
		case OperandSegments:
			f.Default = NewDenseI32(make([]int32, len(d.Spec.Operands))...)
		case ResultSegments:
			f.Default = NewDenseI32(make([]int32, len(d.Spec.Results))...)
		}
	}
	d.sorted = sortSlots(d.Spec.Attrs)
	d.vars = varPairs(&d.Spec)
	d.makeChecks()
	d.modelErr = d.attach()
}

// implements reports whether views of type t implement I. It uses no type assertion, because each
// failed assertion would add an entry to the runtime's table of method tables.
func implements[I any](t reflect.Type) bool { return t.Implements(reflect.TypeFor[I]()) }

func sortSlots(as []AttrField) []int {
	s := make([]int, len(as))
	for i := range s {
		s[i] = i
	}
	slices.SortFunc(s, func(i, j int) int { return strings.Compare(as[i].Name, as[j].Name) })
	return s
}

// Folds reports whether the operation's view is a Folder.
func (d *OpDef) Folds() bool { return d.folder }

// Dialect returns the dialect with the given name, or nil.
func (r *Registry) Dialect(name string) *Dialect { return r.dialects[name] }

// Dialects yields the dialects in the order in which they were registered.
func (r *Registry) Dialects() iter.Seq[*Dialect] {
	return func(yield func(*Dialect) bool) {
		for _, n := range r.order {
			if !yield(r.dialects[n]) {
				return
			}
		}
	}
}

// DialectNames returns the names of the dialects, sorted.
func (r *Registry) DialectNames() []string { return slices.Sorted(slices.Values(r.order)) }

// Op returns the record of the registered operation with the given name, or nil.
func (r *Registry) Op(name string) *OpDef {
	d := r.byName.get(name)
	if d == nil {
		d = r.named(name)
	}
	if d == nil || d.unregistered {
		return nil
	}
	return d.complete()
}

// Ops returns the registered operations sorted by name.
func (r *Registry) Ops() []*OpDef {
	for _, n := range r.order {
		r.listed(n)
	}
	var ds []*OpDef
	for _, d := range r.byName.sorted() {
		if !d.unregistered {
			ds = append(ds, d.complete())
		}
	}
	return ds
}

// OpNames yields the names of the registered operations of a dialect, in an unspecified order.
func (r *Registry) OpNames(dialect string) iter.Seq[string] {
	return func(yield func(string) bool) {
		r.listed(dialect)
		for d := range r.byName.all() {
			if dialectOf(d.name) == dialect && !d.unregistered && !yield(d.name) {
				return
			}
		}
	}
}

// Unregistered returns the record of the operation with the given name. If there is no record, it
// creates one for an unregistered operation.
func (r *Registry) Unregistered(name string) *OpDef {
	r.listed(dialectOf(name))
	return r.add(func() *OpDef {
		if d := r.byName.get(name); d != nil {
			return d
		}
		return &OpDef{
			name: name, reg: r, dialect: r.dialects[dialectOf(name)], unregistered: true,
			zero: Unregistered{}, view: reflect.TypeFor[Unregistered](),
		}
	}).complete()
}

// defOf returns the record of the operation whose view is T, and creates it if needed.
func defOf[T Typed](r *Registry) *OpDef {
	if d := r.byView.get(reflect.TypeFor[T]()); d != nil {
		return d.complete()
	}
	return r.viewed(Decl[T]()).complete()
}

// viewed returns the record of the operation that decl declares. A new record gets the models from
// the dialect's own declaration of the operation.
func (r *Registry) viewed(decl OpDecl) *OpDef {
	if err := checkView(decl.View()); err != nil {
		panic("ir: BUG: " + err.Error())
	}
	return r.add(func() *OpDef {
		if d := r.byView.get(decl.View()); d != nil {
			return d
		}
		d := r.newDef(decl, nil)
		if d.name == "" {
			panic(fmt.Sprintf("ir: BUG: several operations have the view %s; create them by name", decl.View()))
		}
		d.dialect = r.dialects[dialectOf(d.name)]
		for _, listed := range r.declared(d.dialect) {
			if listed.View() == decl.View() {
				d.ownModels = listed.models
			}
		}
		return d
	})
}

// add calls f while it holds mu, registers the record from f if it is new, and returns it.
func (r *Registry) add(f func() *OpDef) *OpDef {
	r.mu.Lock()
	defer r.mu.Unlock()
	d := f()
	if d != nil && r.byName.get(d.name) != d {
		r.put(d)
	}
	return d
}

func (r *Registry) put(d *OpDef) {
	r.byName.put(d)
	if !d.unregistered && !d.shared {
		r.byView.put(d)
	}
}

// NumRegionFields returns the number of region fields in the Spec.
func (d *OpDef) NumRegionFields() int { return len(d.Spec.Regions) }
