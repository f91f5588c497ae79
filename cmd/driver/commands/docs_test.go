package commands_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPlanOfTheDocs checks that the command "plan" prints the plan that docs/placement.md explains.
func TestPlanOfTheDocs(t *testing.T) {
	devices, program, plan := planOfTheDocs(t)
	dir := t.TempDir()
	file, model := filepath.Join(dir, "devices.yaml"), filepath.Join(dir, "model.mlir")
	for name, text := range map[string]string{file: devices, model: program} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, out, errs := lathe(t, "", "plan", "--devices="+file, model)
	if diff := cmp.Diff(plan, out); diff != "" || errs != "" {
		t.Errorf("-docs +plan\n%s%s", diff, errs)
	}
	// The pages show the output of further commands for the same program.
	two := filepath.Join(dir, "two.yaml")
	if err := os.WriteFile(two, []byte("- name: vm.0\n  memory: 20KiB\n  compute: 1e10\n- name: vm.1\n  memory: 20KiB\n  compute: 1e10\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	planted := `awk '/cluster/ {on = $2} /#5 / {exit on != "\"ref\""}' {partition}`
	for _, test := range []struct {
		args        []string
		first, last string // the first and last words of the output on the page
		page        string
	}{
		{[]string{"explain", "--devices=" + file, model, "%m"}, "%m = ", "other device\n", "placement"},
		{[]string{"plan", "--strategy=memory", "--devices=" + two, model}, "partition   cluster", "something\n", "placement-reference"},
		{[]string{"bisect", "--devices=vm", "--fail-cmd=" + planted, model}, "1 cluster on devices", "3 runs\n", "placement"},
	} {
		_, out, errs := lathe(t, "", test.args...)
		out = strings.ReplaceAll(out, dir+"/", "")
		from, to := strings.Index(out, test.first), strings.LastIndex(out, test.last)
		if from < 0 || to < from {
			t.Errorf("%s: got\n%s%s", test.args[0], out, errs)
			continue
		}
		if text := out[from : to+len(test.last)]; !strings.Contains(pageOf(t, test.page), "```\n"+text+"```\n") {
			t.Errorf("%s: docs/%s.md does not have\n%s%s", test.args[0], test.page, text, errs)
		}
	}
}

func pageOf(t *testing.T, name string) string {
	t.Helper()
	page, err := os.ReadFile("../../../docs/" + name + ".md")
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// planOfTheDocs returns the device file, the program and the plan in docs/placement.md.
func planOfTheDocs(t *testing.T) (devices, program, plan string) {
	t.Helper()
	blocks := regexp.MustCompile("(?s)### Reading a plan.*?```yaml\n(.*?)```.*?```mlir\n(.*?)```.*?```\n(.*?)```").FindStringSubmatch(pageOf(t, "placement"))
	if blocks == nil {
		t.Fatal("the page has no plan")
	}
	return blocks[1], blocks[2], blocks[3]
}

// TestListedDevices checks that the attribute cluster.devices of a module has the same effect as a
// device file, with and without --devices.
func TestListedDevices(t *testing.T) {
	_, program, plan := planOfTheDocs(t)
	listed := `module attributes {cluster.devices = [
  #cluster.target<"fast", {backend = "c", threads = 2, memory = 2147483648, compute = 5.0e10, bandwidth = 2.0e10, launch = 1.0e-5, links = {cpu = 4.0e9}, deny = ["stablehlo.exponential"]}>,
  #cluster.target<"cpu", {backend = "vm", compute = 1.0e10}>, #cluster.target<"slow", {backend = "ref", compute = 1.0e10}>]} {
` + program + "}\n"
	for _, args := range [][]string{{"plan", "-"}, {"plan", "--devices=fast,cpu,slow", "-"}} {
		_, out, errs := lathe(t, listed, args...)
		if diff := cmp.Diff(plan, out); diff != "" || errs != "" {
			t.Errorf("%v: -docs +plan\n%s%s", args, diff, errs)
		}
	}
	status, _, errs := lathe(t, strings.Replace(listed, `"c"`, `"vm"`, 1), "run", "-")
	if want := "devices of the module's attribute cluster.devices: fast, cpu, slow\n"; status != 0 || errs != want {
		t.Errorf("run ends with %d and %q, expected %q", status, errs, want)
	}
	status, _, errs = lathe(t, strings.Replace(listed, `"vm"`, `"vmm"`, 1), "plan", "-")
	if want := "unknown backend 'vmm' of device 'cpu'"; status == 0 || !strings.Contains(errs, want) {
		t.Errorf("plan ends with %d and %q, expected %q", status, errs, want)
	}
}

// TestPlanOfProfiling checks the plan of the strategy profiling, which runs every cluster on one
// device. The plan must have no copies and no work for the other devices, and must not give advice
// about these idle devices.
func TestPlanOfProfiling(t *testing.T) {
	_, program, _ := planOfTheDocs(t)
	file := filepath.Join(t.TempDir(), "devices.yaml")
	if err := os.WriteFile(file, []byte("- name: cpu\n  backend: vm\n  deny: [stablehlo.exponential]\n- name: slow\n  backend: ref\n  compute: 1e9\n  bandwidth: 1e9\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, out, errs := lathe(t, program, "plan", "--strategy=profiling", "--devices="+file, "-")
	for _, want := range []string{
		"devices: cpu, slow, ref (in this order; the strategy added ref, where it runs clusters)\n", "\n@cluster_1_ref ", "\ncpu            0    0 (0%)", "\nref            3  4 (100%)",
		"\ncopies between devices: 0, 0 bytes\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s%s", want, out, errs)
		}
	}
	if strings.Contains(out, "runs nothing") {
		t.Errorf("the strategy leaves devices idle on purpose, but the plan gives advice about them:\n%s", out)
	}
	_, out, errs = lathe(t, program, "explain", "--strategy=profiling", "--devices="+file, "-", "%e")
	for _, want := range []string{"device: ref (moved by profiling from slow, which was the original choice: ", "  ref: supports it; ", "not joined, profiling divides where devices change, here slow and cpu"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s%s", want, out, errs)
		}
	}
}

// TestMovers checks that the commands "plan", "explain" and "run" support strategies that move
// operations. For each other device, "explain" must report how the division would change if the
// operation were on that device.
func TestMovers(t *testing.T) {
	_, program, _ := planOfTheDocs(t)
	file := filepath.Join(t.TempDir(), "devices.yaml")
	if err := os.WriteFile(file, []byte("- name: slow\n  backend: vm\n  compute: 1e6\n- name: ref\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	pinned := strings.Replace(program, "contracting_dims = [1] x [0]", `contracting_dims = [1] x [0] {cluster.device = "ref"}`, 1)
	for strategy, text := range map[string]string{"mincut": program, "place": pinned} {
		_, out, errs := lathe(t, text, "plan", "--strategy="+strategy, "--devices="+file, "-")
		if want := "\nref            1  4 (100%)"; !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s%s", want, out, errs)
		}
		_, out, errs = lathe(t, text, "explain", "--strategy="+strategy, "--devices="+file, "-", "%e")
		for _, want := range []string{"device: ref (moved by " + strategy + " from slow, ", "    if placed here, there would be 3 clusters instead of 1, 2 copies instead of 0, 4096 B more to copy"} {
			if !strings.Contains(out, want) {
				t.Errorf("no %q in\n%s%s", want, out, errs)
			}
		}
		if status, _, errs := lathe(t, text, "run", "--strategy="+strategy, "--devices="+file, "-"); status != 0 {
			t.Error(errs)
		}
	}
}

// TestRowsOfTheDocs checks the table in the section "Where it is tested" of
// docs/placement-reference.md. Every test that the table names must exist. For every row whose name
// begins with O, X or D′, except "D′ cache keys", a test must be named after the row.
func TestRowsOfTheDocs(t *testing.T) {
	page, err := os.ReadFile("../../../docs/placement-reference.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "## Where it is tested")
	have := testsOfTheTree(t)
	named := map[string]bool{} // rows with a test that is named after the row
	for _, m := range regexp.MustCompile(`(?m)^\| ([^|]+) \|[^|]*\|(.*)\|$`).FindAllStringSubmatch(table, -1) {
		for _, name := range regexp.MustCompile("`(Test\\w+)`|(\\w+\\.mlir)").FindAllStringSubmatch(m[2], -1) {
			test := name[1] + name[2]
			if !have[test] {
				t.Errorf("row %s names test %s, which does not exist", m[1], test)
			}
			if row := rowOf(test); row == m[1] || row == "D" && strings.HasPrefix(m[1], "D′ ") {
				named[m[1]] = true
			}
		}
	}
	rows := []string{"O13", "O22", "O26", "O31", "D′ certificate", "D′ why", "D′ no silent placement", "D′ groups", "D′ cost", "D′ deterministic", "D′ bisect (C7)", "D′ text", "D′ dynamic shapes"}
	for i := range 10 {
		rows = append(rows, fmt.Sprint("O", i+1), fmt.Sprint("X", i+1))
	}
	for _, row := range rows {
		if !named[row] {
			t.Errorf("no test is named after row %s", row)
		}
	}
}

// rowOf returns the row after which a test is named: O7 for TestO7CarvedRest and o07_….mlir.
func rowOf(test string) string {
	if m := regexp.MustCompile(`^(?:Test([OX]\d+|D)[A-Z]|([ox])0*(\d+)_|(d)_)`).FindStringSubmatch(test); m != nil {
		return m[1] + strings.ToUpper(m[2]) + m[3] + strings.ToUpper(m[4])
	}
	return ""
}

// testsOfTheTree lists the tests in Go files below passes, backends, cmd and ir/analysis, and the
// files below lit/placement.
func testsOfTheTree(t *testing.T) map[string]bool {
	t.Helper()
	have := map[string]bool{}
	test := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	for _, dir := range []string{"passes", "backends", "cmd", "ir/analysis", "lit/placement"} {
		err := filepath.WalkDir(filepath.Join("../../..", dir), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case strings.HasSuffix(path, ".mlir"):
				have[d.Name()] = have[d.Name()] || dir == "lit/placement"
			case strings.HasSuffix(path, "_test.go"):
				text, err := os.ReadFile(path)
				for _, m := range test.FindAllSubmatch(text, -1) {
					have[string(m[1])] = true
				}
				return err
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return have
}
