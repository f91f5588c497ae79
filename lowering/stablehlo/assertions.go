package stablehlo

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const assertionsDoc = `check the custom calls @shape_assertion, and erase those that are true

Their first operand is the condition, which must be constant; the others are numbers for the message
in the attribute error_message.`

// AssertionOptions are the options of stablehlo-check-shape-assertions.
type AssertionOptions struct {
	Enable bool `opt:"enable-shape-assertions" help:"report an error for each false assertion; without this option, all assertions are erased"`
}

// AssertionsPass returns stablehlo-check-shape-assertions.
func AssertionsPass() passes.Pass {
	return passes.OnWith("stablehlo-check-shape-assertions", assertionsDoc, AssertionOptions{Enable: true}, func(r *passes.Run, f fn.Func, o AssertionOptions) error {
		var calls []stablehlo.CustomCall
		f.Op.Walk(func(op *ir.Op) bool {
			if c, ok := ir.As[stablehlo.CustomCall](op); ok && c.CallTargetName() == "shape_assertion" {
				calls = append(calls, c)
			}
			return true
		})
		if len(calls) == 0 {
			r.Unchanged()
		}
		var failed diag.List
		for _, c := range calls {
			if o.Enable {
				if d := checkAssertion(c); d != nil {
					failed = append(failed, d)
					continue
				}
			}
			c.Op.Erase()
		}
		return failed.Err()
	})
}

// maxAssertionNumbers is the largest number of numbers in a message, as in StableHLO.
const maxAssertionNumbers = 32

// checkAssertion returns an error if the assertion c is invalid or false.
func checkAssertion(c stablehlo.CustomCall) *diag.Diagnostic {
	if d := verifyAssertion(c); d != nil {
		return d
	}
	holds, ok := rewrite.ConstInt(c.Inputs()[0])
	switch {
	case !ok:
		return ir.ErrorAt(c.Op, "expects static assert_what (operand #0)")
	case holds != 0:
		return nil
	}
	var numbers []int64
	for i, v := range c.Inputs()[1:] {
		n, ok := rewrite.ConstInt(v)
		if !ok {
			return ir.ErrorAt(c.Op, "expects static error_message_input (operand #%d)", i+1)
		}
		numbers = append(numbers, n)
	}
	message, _ := c.Op.Discardable("error_message").Str()
	text := specifier().ReplaceAllStringFunc(message, func(s string) string {
		i, _ := strconv.Atoi(specifier().FindStringSubmatch(s)[1])
		if i >= len(numbers) {
			return s
		}
		return fmt.Sprint(numbers[i])
	})
	return ir.ErrorAt(c.Op, "%s", text)
}

// specifier matches a placeholder for a number in a message: {0}, {1,5} or {2:x}. Widths and
// formats are ignored.
func specifier() *regexp.Regexp { return regexp.MustCompile(`\{(\d+)([,:][^}]*)?\}`) }

// verifyAssertion checks the form of a shape assertion.
func verifyAssertion(c stablehlo.CustomCall) *diag.Diagnostic {
	inputs := c.Inputs()
	wrong := func(format string, args ...any) *diag.Diagnostic { return ir.ErrorAt(c.Op, format, args...) }
	if len(inputs) < 1 || len(inputs) > 1+maxAssertionNumbers {
		return wrong("expects 1 <= size(operands) <= %d", 1+maxAssertionNumbers)
	}
	if c.Op.NumResults() != 0 {
		return wrong("expects size(results) = 0")
	}
	for name := range c.Op.Attrs() {
		if !slices.Contains([]string{"api_version", "backend_config", "call_target_name", "error_message", "has_side_effect"}, name) {
			return wrong("%s is not a supported attribute", name)
		}
	}
	if b := c.BackendConfig(); !b.IsNil() && b != ir.NewString("") && b != ir.NewDict() {
		return wrong("expects an empty backend_config")
	}
	if inputs[0].Type() != ir.Tensor(ir.I1()) {
		return wrong("expects assert_what (operand #0) to be a constant of type tensor<i1>")
	}
	for i, v := range inputs[1:] {
		if v.Type() != ir.Tensor(ir.I32()) && v.Type() != ir.Tensor(ir.I64()) {
			return wrong("expects error_message_input (operand #%d) to be a constant of type tensor<i32> or tensor<i64>", i+1)
		}
	}
	message, ok := c.Op.Discardable("error_message").Str()
	if !ok {
		return wrong("expects an error_message attribute")
	}
	for _, m := range specifier().FindAllStringSubmatch(message, -1) {
		if i, err := strconv.Atoi(m[1]); err != nil || i >= len(inputs)-1 {
			return wrong("expects error_message to contain format specifiers with error_message_input index less than %d. Found specifier %s", len(inputs)-1, m[0])
		}
	}
	return nil
}
