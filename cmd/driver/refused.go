package driver

import (
	"errors"
	"strings"
)

// refused lists the flags of mlir-opt that this tool does not support, with the reasons.
var refused = [...]struct{ name, value, why string }{
	{"emit-bytecode", "", "bytecode output is not supported, only text"},
	{"emit-bytecode-version", "value", "bytecode output is not supported, only text"},
	{"elide-resource-data-from-bytecode", "", "bytecode output is not supported, only text; --mlir-elide-resource-strings-if-larger omits resources from the text"},
	{"irdl-file", "filename", "dialects are not read from IRDL; a Go module can add its own with a driver.Bundle"},
	{"load-dialect-plugin", "string", "libraries in C++ cannot be loaded; a Go module can add its own dialects with a driver.Bundle"},
	{"load-pass-plugin", "string", "libraries in C++ cannot be loaded; a Go module can add its own passes with a driver.Bundle"},
	{"log-actions-to", "string", "actions are not traced; --decisions=FILE writes every change and its reason"},
	{"log-mlir-actions-filter", "string", "actions are not traced; --decisions=FILE writes every change and its reason"},
	{"profile-actions-to", "string", "actions are not traced; --mlir-timing --mlir-output-format=json measures passes"},
	{"mlir-enable-debugger-hook", "", "there is no hook for a debugger"},
	{"mlir-print-stacktrace-on-diagnostic", "", "diagnostics carry no stack traces"},
	{"remark-format", "value", remarks},
	{"remark-policy", "value", remarks},
	{"remarks-filter", "string", remarks},
	{"remarks-filter-analyse", "string", remarks},
	{"remarks-filter-failed", "string", remarks},
	{"remarks-filter-missed", "string", remarks},
	{"remarks-filter-passed", "string", remarks},
	{"remarks-output-file", "string", remarks},
}

const remarks = "there is no stream of remarks; --decisions=FILE writes every change and its reason"

// generators are prefixes of flags that mlir-opt has because it is linked with LLVM's optimizer.
var generators = [...]string{
	"aarch64-", "amdgpu-", "arc-", "arm-", "basic-block-section", "bpf-", "cfg-", "debugify-", "dwarf", "emscripten-", "gvn-", "hexagon-",
	"hwasan-", "instcombine-", "instrprof-", "ir2vec-", "loongarch-", "lto-", "mips", "mir2vec-", "nvptx-", "pgo-", "polly", "ppc-",
	"profcheck-", "r600-", "riscv-", "sample-profile-", "sampled-instr", "spirv-", "spv-", "sve-", "systemz-", "thinlto-", "wasm-", "x86-",
}

// refuse adds the flags that refused lists. It does not replace a flag that was added before.
func (s *flagSet) refuse() {
	for _, r := range refused {
		if s.flags[r.name] != nil {
			continue
		}
		s.add(&flag{name: r.name, value: r.value, help: "Refused: " + r.why, hidden: true,
			set: func(v string, _ bool) error {
				if r.value == "" && (v == "false" || v == "0") {
					return nil
				}
				return errors.New(r.why)
			}})
	}
}

// generatorFlag reports whether name is a flag of LLVM's optimizer or code generators.
func generatorFlag(name string) bool {
	for _, g := range generators {
		if strings.HasPrefix(name, g) {
			return true
		}
	}
	return false
}
