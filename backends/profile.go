package backends

import (
	"encoding/json"
	"io"
	"time"

	"github.com/lathe-ir/lathe/ir/diag"
)

// Status says whether an operation was executed in a run.
type Status uint8

// The statuses.
const (
	NotRun       Status = iota // the run ended before the operation, or took another branch
	OptimizedOut               // another operation's step did its work, or it has no work
	Executed
)

func (s Status) String() string {
	return [...]string{"NOT_RUN", "OPTIMIZED_OUT", "EXECUTED"}[s]
}

// Record is the profile of one operation of the program, or of a step that executes no operation of
// the program, such as a copy.
type Record struct {
	Op     uint32 // id of the operation; 0 for a step that executes none
	Name   string // kind of operation: "stablehlo.add"; "part1@vm: stablehlo.add" if there are several parts
	Place  string // the name in the operation's location; "" if there is none
	Status Status
	Host   uint32 // for a fused operation: the id of the operation whose step does its work; 0: there is none
	Exec   string // name of the kernel or engine that executed it
	Device string
	Began  time.Duration // since the start of the run
	Took   time.Duration // wall time of all its executions
	Busy   time.Duration // total processor time

	// Flops and Bytes estimate the floating-point operations of one execution, and the bytes that
	// it reads and writes; 0 if they are not known.
	Flops, Bytes float64

	// Inside is the id of the operation, such as a while, in whose region this operation ran; 0 for
	// an operation of the function's body. The time of Inside includes the time of this operation.
	Inside uint32
	// Runs is the number of executions of an operation inside another operation, and First is the
	// duration of the first execution. Both are 0 for operations of the function's body.
	Runs  int
	First time.Duration
}

// Add adds one execution to the record.
func (r *Record) Add(began, took, busy time.Duration) {
	if r.Runs == 0 {
		r.Status, r.Began, r.First = Executed, began, took
	}
	r.Took, r.Busy, r.Runs = r.Took+took, r.Busy+busy, r.Runs+1
}

// Profile has the records of one run, or of all consecutive runs that received the same Profile.
type Profile struct {
	Records []Record
	Wall    time.Duration // total duration of the runs
}

// Sum returns the total wall time of all executed operations of the function's body.
func (p *Profile) Sum() time.Duration {
	var sum time.Duration
	for _, r := range p.Records {
		if r.Status == Executed && r.Inside == 0 {
			sum += r.Took
		}
	}
	return sum
}

// traceEvent is an event in the Chrome trace format.
type traceEvent struct {
	Name  string         `json:"name"`
	Phase string         `json:"ph"`
	Begin float64        `json:"ts"` // µs
	Took  float64        `json:"dur,omitempty"`
	Pid   int            `json:"pid"`
	Tid   int            `json:"tid"`
	Args  map[string]any `json:"args,omitempty"`
}

// WriteTrace writes profiles as a Chrome trace, for chrome://tracing or Perfetto. Each profile is a
// process, and each device is a thread of it. An operation inside another operation appears once,
// at its first execution, with the number of its executions.
func WriteTrace(w io.Writer, profiles ...*Profile) error {
	if w == nil {
		return diag.Errorf(diag.Span{}, "a trace needs a writer, but got nil")
	}
	events := []traceEvent{}
	micros := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }
	for i, p := range profiles {
		if p == nil {
			return diag.Errorf(diag.Span{}, "profile #%d of the trace is nil", i)
		}
		var lanes []string
		for _, r := range p.Records {
			if r.Status != Executed {
				continue
			}
			lane := indexOrAdd(&lanes, r.Device)
			e := traceEvent{
				Name: r.Name, Phase: "X", Begin: micros(r.Began), Took: micros(r.Took), Pid: i, Tid: lane,
				Args: map[string]any{"op": r.Op, "exec": r.Exec, "busy_us": micros(r.Busy)},
			}
			if r.Inside != 0 {
				e.Took = micros(r.First)
				e.Args["inside"], e.Args["runs"], e.Args["took_us"] = r.Inside, r.Runs, micros(r.Took)
			}
			if r.Place != "" {
				e.Args["place"] = r.Place
			}
			events = append(events, e)
		}
		for lane, device := range lanes {
			events = append(events, traceEvent{Name: "thread_name", Phase: "M", Pid: i, Tid: lane, Args: map[string]any{"name": device}})
		}
	}
	return json.NewEncoder(diag.EscapeWriter(w)).Encode(map[string]any{"traceEvents": events, "displayTimeUnit": "ns"})
}

func indexOrAdd(list *[]string, s string) int {
	for i, have := range *list {
		if have == s {
			return i
		}
	}
	*list = append(*list, s)
	return len(*list) - 1
}
