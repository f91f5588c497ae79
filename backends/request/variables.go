package request

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// variable is a State with its current value, which is the input of the next run. The next run
// writes the new value to the tensor in variable.next.
type variable struct {
	backends.State
	value, next *tensor.Tensor
}

// begins allocates the variables and sets their initial values. If the host lacks memory, the error
// names the variable.
func (r *Request) begins(states []backends.State) error {
	for _, st := range states {
		value, err := st.Initial.TryClone()
		var next *tensor.Tensor
		if err == nil {
			next, err = st.Initial.TryClone()
		}
		if err != nil {
			return diag.OfKind(err, diag.Errorf(diag.Span{}, "variable '%s' of the request has no memory: %v", st.Name, err))
		}
		r.variables = append(r.variables, variable{st, value, next})
	}
	return nil
}

func (r *Request) isVariable(output int) bool {
	return slices.ContainsFunc(r.variables, func(v variable) bool { return v.Output == output })
}

// Variables returns the names of the program's variables, in order.
func (r *Request) Variables() []string {
	if r.made() != nil {
		return nil
	}
	var names []string
	for _, v := range r.variables {
		names = append(names, v.Name)
	}
	return names
}

func (r *Request) withVariable(name string, f func(v *variable) error) error {
	return r.change(func() error {
		for i := range r.variables {
			if r.variables[i].Name == name {
				return f(&r.variables[i])
			}
		}
		if len(r.variables) == 0 {
			return diag.Errorf(diag.Span{}, "there is no variable called '%s': the program has no variables", name)
		}
		return diag.Errorf(diag.Span{}, "there is no variable called '%s'; have %s", name, strings.Join(r.Variables(), ", ")).
			DidYouMean("", name, slices.Values(r.Variables()))
	})
}

// Variable returns a copy of the current value of a variable.
func (r *Request) Variable(name string) (t *tensor.Tensor, err error) {
	err = r.withVariable(name, func(v *variable) (err error) {
		if t, err = v.value.TryClone(); err != nil {
			return diag.OfKind(err, diag.Errorf(diag.Span{}, "variable '%s' can't be copied: %v", name, err))
		}
		return nil
	})
	return t, err
}

// SetVariable sets the variable with the given name to a copy of t.
func (r *Request) SetVariable(name string, t *tensor.Tensor) error {
	return r.withVariable(name, func(v *variable) error {
		if err := backends.CheckTensor("variable '"+name+"'", backends.TypeOf(v.Initial), t); err != nil {
			return err
		}
		copy(v.value.Data, t.Data)
		return nil
	})
}

// Reset sets all variables to their initial values.
func (r *Request) Reset() error {
	return r.change(func() error {
		for _, v := range r.variables {
			copy(v.value.Data, v.Initial.Data)
		}
		return nil
	})
}
