package diag_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/lathe-ir/lathe/ir/diag"
)

func TestReadJSON(t *testing.T) {
	type inner struct {
		N    int     `json:"n"`
		Time float64 `json:"time,omitempty"`
		Skip string  `json:"-"`
	}
	for _, test := range []struct{ text, errs string }{
		{`{"list": [{"n": 1, "time": 1}, {"n": 2}], "raw": {"N": 1, "N": 2}}`, ""},
		{` {} `, ""},
		{``, "1:1: the JSON text ends too early"},
		{`{"list": [`, "1:11: the JSON text ends too early"},
		{`{"list": [{"n": 1,}]}`, "1:19: invalid character '}' looking for beginning of object key string"},
		{"{}\n {}", "2:2: text follows the JSON object"},
		{"{\n\"list\": [{\"n\": 1}, {\"n\": 1, \"\\u006e\": 2}]}", "2:29: the key \"n\" occurs twice"},
		{`{"list": [{"N": 1}]}`, "1:12: unknown key \"N\""},
		{`{"li\u017ft": []}`, "1:2: unknown key \"liſt\""},
		{`{"-": 1}`, "1:2: unknown key \"-\""},
		{`{"": 1}`, "1:2: unknown key \"\""},
		{`{"list": [{"n": 1.5}]}`, "1:19: expected a whole number as 'list.n', but got number 1.5"},
		{`{"list": [{"time": []}]}`, "1:20: expected a number as 'list.time', but got array"},
		{`{"list": {}}`, "1:10: expected an array as 'list', but got object"},
		{`[]`, "1:1: expected an object, but got array"},
	} {
		var to struct {
			List []inner         `json:"list"`
			Raw  json.RawMessage `json:"raw"`
			own  int
		}
		src := diag.NewSource("f", []byte("("+test.text+")"))
		got := ""
		if d := diag.ReadJSON(diag.Span{Src: src, Start: 1, End: len(src.Text) - 1}, &to); d != nil {
			line, column := src.Position(d.Span.Start)
			if line == 1 {
				column-- // the text begins in column 2
			}
			got = fmt.Sprintf("%d:%d: %s", line, column, d.Message)
		}
		if got != test.errs {
			t.Errorf("%s: got error %q, expected %q", test.text, got, test.errs)
		}
		if to.own != 0 || test.errs == "" && len(to.Raw) > 0 && (len(to.List) != 2 || to.List[1].N != 2) {
			t.Errorf("%s: got %v", test.text, to)
		}
	}
}
