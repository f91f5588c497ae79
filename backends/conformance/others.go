package conformance

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// through is a backend that delegates compilation to another backend, which it opens by name.
type through struct{ backends.Backend }

// checkOthers checks that a backend for divided programs opens exactly the devices of the parts,
// through Config.Others. Without Config.Others, compilations must fail. If the checked backend runs
// whole programs, a second backend must be able to open it by name and to delegate compilation to
// it.
func checkOthers(s *suite) {
	if s.Factory.Divided {
		s.opensItsDevices()
		return
	}
	meta := backends.Factory{Name: "meta", Divided: true, Open: func(cfg backends.Config) (backends.Backend, error) {
		b, err := cfg.Others(s.device())
		return through{b}, err
	}}
	r := backends.NewRegistry([]backends.Factory{s.Factory, meta}, s.config())
	defer r.Close()
	b, err := r.Open(device.Named("meta"))
	s.ok(err)
	s.runs(s.compile(b, chain, nil), 2)
	own, err := r.Open(device.Named(s.device()))
	s.ok(err)
	if b.(through).Backend != own {
		s.Error("the device was opened twice: once for a delegating backend, and once by name")
	}
}

// opensItsDevices does the checks of checkOthers for a backend that runs divided programs.
func (s *suite) opensItsDevices() {
	cfg := s.config()
	cfg.Others = nil
	b, err := s.Factory.Open(cfg)
	s.ok(err)
	defer b.Close()
	_, err = b.Compile(background(), s.module(chain), backends.CompileOptions{})
	s.says(err, "without access to other devices")
	var opened []string
	cfg.Others = func(device string) (backends.Backend, error) {
		opened = append(opened, device)
		return s.Others(device)
	}
	c, err := s.Factory.Open(cfg)
	s.ok(err)
	defer c.Close()
	parts := s.partDevices(s.compile(c, chain, nil))
	slices.Sort(opened)
	if devices := slices.Sorted(slices.Values(parts)); !slices.Equal(slices.Compact(opened), devices) || len(devices) < 2 {
		s.Errorf("the parts are on %v, but the backend opened %v", devices, opened)
	}
}

var errFault = errors.New("the device is lost")

// faults makes the programs of one device fail, and counts the runs on each device.
type faults struct {
	mu    sync.Mutex
	fails string
	runs  map[string]int
}

func (f *faults) set(device string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fails, f.runs = device, map[string]int{}
}

func (f *faults) count(device string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.runs[device]
}

func (f *faults) begin(device string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.runs[device]++
	if f.fails == device {
		return errFault
	}
	return nil
}

// faulty is a backend whose programs first check for faults.
type faulty struct {
	backends.Backend
	device string
	faults *faults
}

func (f faulty) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	p, err := f.Backend.Compile(ctx, m, o)
	return faultyProgram{p, f}, err
}

type faultyProgram struct {
	backends.Program
	faulty
}

func (p faultyProgram) Close() error { return p.Program.Close() }

func (p faultyProgram) Run(ctx context.Context, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if err := p.faults.begin(p.device); err != nil {
		return nil, err
	}
	return p.Program.Run(ctx, in)
}

// withFaults returns a backend for divided programs, and the faults of the devices that run the
// parts. The backend is closed at the end of the check.
func (s *suite) withFaults() (backends.Backend, *faults) {
	s.Helper()
	f := &faults{runs: map[string]int{}}
	cfg := s.config()
	cfg.Others = func(device string) (backends.Backend, error) {
		b, err := s.Others(device)
		return faulty{b, device, f}, err
	}
	b, err := s.Factory.Open(cfg)
	s.ok(err)
	s.Cleanup(func() { s.ok(b.Close()) })
	return b, f
}

// checkStages checks that the error of a run names the faulty stage, that no later stage runs, and
// that the next run succeeds. A stage is a part of a divided program or, if the backend does not
// divide programs, a kernel.
func checkStages(s *suite) {
	if !s.Factory.Divided {
		s.kernelFault()
		return
	}
	b, f := s.withFaults()
	for _, mode := range s.modes(b) {
		p := s.compile(b, chain, map[string]any{modeProperty: mode})
		devices := s.partDevices(p)
		for i, device := range devices {
			f.set(device)
			_, err := p.Run(background(), chainInputs(1))
			s.is(err, errFault, mode)
			s.says(err, "partition "+string(rune('1'+i)), "'"+device+"'", errFault.Error())
			for _, later := range devices[i+1:] {
				if n := f.count(later); n > 0 {
					s.Errorf("%s: after a fault on '%s', the device '%s' ran %d times", mode, device, later, n)
				}
			}
			f.set("")
			s.runs(p, i)
		}
	}
}

// kernelFault does the checks of checkStages for a backend whose stages are kernels.
func (s *suite) kernelFault() {
	faults := &wrapped{fails: -1}
	cfg := s.config()
	cfg.Wrap = faults.wrap
	b, err := s.Factory.Open(cfg)
	s.usable(err)
	defer b.Close()
	p := s.compile(b, chain, map[string]any{backends.DisableProperty: "fusion"})
	s.runs(p, 1)
	if faults.called() == 0 {
		s.T.Skipf("backend '%s' runs no kernels", s.Factory.Name)
	}
	for n, place := range []string{"first", "second", "third"} {
		faults.set(n)
		_, err := p.Run(background(), chainInputs(1))
		s.is(err, errFault, "a lost call")
		var failed *backends.OpError
		if !errors.As(err, &failed) || failed.Op.Place != place || faults.called() != n+1 {
			s.Errorf("with a fault in %s, after %d calls: %v", place, faults.called(), err)
		}
		if !strings.Contains(err.Error(), "'"+s.device()+"'") {
			s.Errorf("the error does not name the device: %v", err)
		}
		faults.set(-1)
		s.runs(p, n)
	}
}

// checkMissingLibrary checks a backend whose library is missing. Opening its device must fail, with
// the same error each time, until the library is present.
func checkMissingLibrary(s *suite) {
	r := backends.NewRegistry(nil, s.config())
	defer r.Close()
	s.says(r.Register(backends.Factory{Name: "nothing"}), "'nothing'", "no Open")
	there := false
	late := s.Factory
	late.Open = func(cfg backends.Config) (backends.Backend, error) {
		if !there {
			return nil, errors.New("liblate.so: no such file")
		}
		return s.Factory.Open(cfg)
	}
	s.ok(r.Register(late))
	for range 2 {
		_, err := r.Open(device.Named(s.device()))
		s.says(err, "'"+s.device()+"'", "liblate.so: no such file")
	}
	there = true
	b, err := r.Open(device.Named(s.device()))
	s.usable(err)
	if b.Info().Device != s.device() {
		s.Errorf("it opened %+v", b.Info())
	}
	_, err = r.Open(device.Named("unknown.0"))
	s.says(err, "unknown")
}
