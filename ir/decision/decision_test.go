package decision

import (
	"slices"
	"strings"
	"testing"
)

func sample() *Log {
	l := New()
	l.Add(Entry{Kind: Pattern, Rule: "arith.addZero", Ops: []uint32{4}, Reason: "x + 0 -> x"})
	l.Add(Entry{Kind: Merge, Rule: "contract", Ops: []uint32{4, 7}, Device: "vm", Reason: "cycle 4 -> 5 -> 7", Refused: true})
	l.Add(Entry{Kind: Erase, Rule: "dce", Ops: []uint32{9}})
	return l
}

func TestWriteText(t *testing.T) {
	want := `     1  pattern  arith.addZero  #4: x + 0 -> x
     -  merge    contract       #4 #7 on vm: refused: cycle 4 -> 5 -> 7
     2  erase    dce            #9
`
	var b strings.Builder
	if err := sample().WriteText(&b); err != nil || b.String() != want {
		t.Errorf("error %v, got\n%sexpected\n%s", err, b.String(), want)
	}
}

func TestWriteJSON(t *testing.T) {
	want := `{"schema":"lathe.decisions/1","entries":[` +
		`{"step":1,"kind":"pattern","rule":"arith.addZero","ops":[4],"reason":"x + 0 -> x"},` +
		`{"kind":"merge","rule":"contract","ops":[4,7],"device":"vm","reason":"cycle 4 -> 5 -> 7","refused":true},` +
		`{"step":2,"kind":"erase","rule":"dce","ops":[9]}]}` + "\n"
	var b strings.Builder
	if err := sample().WriteJSON(&b); err != nil || b.String() != want {
		t.Errorf("error %v, got\n%sexpected\n%s", err, b.String(), want)
	}
}

func TestNil(t *testing.T) {
	var l *Log
	l.Limit(0)
	l.Join(l.Fork(), New())
	if !l.Add(Entry{Ops: []uint32{1}}) || !l.Allows() || l.Recording() || l.Limited() {
		t.Error("a nil log refuses a step, records entries, or has a limit")
	}
	if l.Len() != 0 || l.Taken() != 0 || l.Suppressed() != 0 || l.Entries() != nil || l.Fork() != nil {
		t.Error("a nil log is not empty")
	}
	for e := range l.About(1) {
		t.Errorf("a nil log has the entry %v", e)
	}
	var b strings.Builder
	if err := l.WriteJSON(&b); err != nil || b.String() != `{"schema":"lathe.decisions/1","entries":[]}`+"\n" {
		t.Errorf("error %v, got %s, expected an object without entries", err, b.String())
	}
	if n := testing.AllocsPerRun(100, func() { l.Add(Entry{Kind: Fold, Rule: "r"}) }); n != 0 {
		t.Errorf("Add on a nil log allocates %v times, expected 0", n)
	}
}

func TestLimit(t *testing.T) {
	for limit, want := range []int{0, 1, 3} {
		l := New()
		l.Limit(limit)
		var taken []bool
		for _, e := range sample().Entries() {
			taken = append(taken, l.Add(e))
		}
		if l.Len() != want || l.Taken() != limit {
			t.Errorf("limit %d: %d entries and %d steps taken, expected %d entries; results of Add: %v", limit, l.Len(), l.Taken(), want, taken)
		}
		if l.Suppressed() != 3-want || l.Allows() {
			t.Errorf("limit %d: got %d suppressed steps, expected %d; Allows returned %t, expected false", limit, l.Suppressed(), 3-want, l.Allows())
		}
	}
	l := sample()
	if l.Limit(-1); !l.Add(Entry{}) {
		t.Error("a log with a negative limit refuses a step")
	}
}

func TestForkJoin(t *testing.T) {
	l := New()
	l.Add(Entry{Rule: "first"})
	a, b := l.Fork(), l.Fork()
	b.Add(Entry{Rule: "b"})
	a.Add(Entry{Rule: "a", Refused: true})
	l.Join(a, nil, b)
	l.Join(a)
	var rules []string
	for _, e := range l.Entries() {
		rules = append(rules, e.Rule)
	}
	if want := []string{"first", "a", "b"}; !slices.Equal(rules, want) || l.Taken() != 2 {
		t.Errorf("got entries %v and %d steps taken, expected entries %v and 2 steps", rules, l.Taken(), want)
	}
}

func TestForkLimited(t *testing.T) {
	l := New()
	l.Limit(2)
	for want := 1; want >= -1; want-- {
		f := l.Fork()
		if got := f.Add(Entry{}); got != (want >= 0) {
			t.Errorf("limit 2, %d steps taken: Add on a fork returned %t", l.Taken(), got)
		}
		l.Join(f)
	}
	defer func() {
		if recover() == nil {
			t.Error("Join accepted forks that together exceed the limit")
		}
	}()
	l = New()
	l.Limit(1)
	a, b := l.Fork(), l.Fork()
	a.Add(Entry{})
	b.Add(Entry{})
	l.Join(a, b)
}

func TestAbout(t *testing.T) {
	var kinds []Kind
	for e := range sample().About(4) {
		kinds = append(kinds, e.Kind)
	}
	if want := []Kind{Pattern, Merge}; !slices.Equal(kinds, want) {
		t.Errorf("got %v, want %v", kinds, want)
	}
	for range sample().About(4) {
		break
	}
}
