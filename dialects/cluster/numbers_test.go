package cluster

import (
	"strings"
	"testing"
)

func TestClash(t *testing.T) {
	part := func(name string, numbers []int64, devices ...string) Part {
		return Part{Name: name, Logical: numbers, Devices: devices}
	}
	for _, c := range []struct {
		parts []Part
		want  string
	}{
		{nil, ""},
		{[]Part{part("p", nil, "a"), part("q", nil, "b")}, ""},
		{[]Part{part("p", []int64{0}, "a"), part("q", []int64{0}, "a"), part("r", []int64{7, 0}, "b", "a")}, ""},
		{[]Part{part("p", []int64{0}, "a"), part("q", []int64{1}, "a")}, ""},
		{[]Part{part("p", []int64{0}, "a"), part("q", []int64{1}, "a"), part("r", []int64{2}, "b")}, "device 'a' is number 1 for partition 'q', but number 0 for partition 'p'"},
		{[]Part{part("p", []int64{0}, "a"), part("q", []int64{0}, "b")}, "device number 0 is 'b' for partition 'q', but 'a' for partition 'p'"},
		{[]Part{part("p", []int64{0, 0}, "a", "b")}, "device number 0 is 'b' for partition 'p', but 'a' for partition 'p'"},
		{[]Part{part("p", []int64{0, 1}, "a", "a")}, ""},
		{[]Part{part("p", []int64{0, 1, 2}, "a", "a", "b")}, "device 'a' is number 1 for partition 'p', but number 0 for partition 'p'"},
	} {
		got := ""
		if clash := Clash(c.parts); clash != nil {
			got = clash.Message
		}
		if got != c.want || strings.Contains(got, "%!") {
			t.Errorf("%+v: got %q, want %q", c.parts, got, c.want)
		}
	}
}
