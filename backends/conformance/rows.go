package conformance

// check is the check of one contract. The name of a check consists of the number of a row in
// docs/backends.md and a subject.
type check struct {
	name string
	run  func(s *suite)
}

// checks returns the checks of all contracts in the order of docs/backends.md.
func checks() []check {
	var all []check
	for _, table := range [][]check{methods(), seen(), caching(), features(), beyond()} {
		all = append(all, table...)
	}
	return all
}

// methods returns the checks of the methods of backends, programs, requests and memories.
func methods() []check {
	return []check{
		{"B1.01_constructor", checkOpen},
		{"B1.02_register", checkRegister},
		{"B1.03_compile", checkCompile},
		{"B1.04_compile-path", checkCompilePath},
		{"B1.05_compile-memory", checkCompileMemory},
		{"B1.06_pipeline", checkPipeline},
		{"B1.07_query", checkQuery},
		{"B1.08_set-property", checkSet},
		{"B1.09_get-property", checkGet},
		{"B1.10_visibility", checkVisibility},
		{"B1.11_context", checkContext},
		{"B1.12_import", checkImport},
		{"B1.12_import-damage", checkDamage},
		{"B1.12_import-header", checkHeader},
		{"B1.13_others", checkOthers},
		{"B1.14_exclusive", checkExclusive},
		{"B1.14_model-priority", checkPriority},
		{"B1.15_ports", checkPorts},
		{"B1.15_owned", checkOwned},
		{"B1.16_requests", checkConcurrent},
		{"B1.17_export", checkExport},
		{"B1.18_runtime-graph", checkRuntimeGraph},
		{"B1.19_program-properties", checkProgramProperties},
		{"B1.21_trim", checkTrim},
		{"B1.22_run", checkInputs},
		{"B1.23_tensors", checkTensors},
		{"B1.24_batch", checkBatch},
		{"B1.25_state", checkState},
		{"B1.26_profile", checkProfile},
		{"B1.27_async", checkAsync},
		{"B1.27_busy", checkBusy},
		{"B1.27_cancel", checkCancel},
		{"B1.27_close", checkClose},
		{"B1.27_stages", checkStages},
		{"B1.28_memory", checkMemory},
		{"B1.28_memory-parameters", checkMemoryParameters},
		{"B1.28_foreign-buffer", checkForeignBuffer},
	}
}

// seen returns the checks for behavior that was observed in a release of OpenVINO. Most of these
// checks are for defects that a backend must not have.
func seen() []check {
	return []check{
		{"Seen.01_listed-properties", checkListed},
		{"Seen.02_round-trips", checkRoundTrips},
		{"Seen.03_read-only", checkReadOnly},
		{"Seen.04_unknown-keys", checkUnknownKeys},
		{"Seen.05_fused-host", checkFusedHost},
		{"Seen.06_shape-error", checkShapeError},
		{"Seen.07_options-in-blob", checkImportOptions},
		{"Seen.07_run-options-in-blob", checkRunOptions},
		{"Seen.08_batch-without-layout", checkBatchLayout},
		{"Seen.09_cache-key", checkCacheKey},
		{"Seen.10_renamed", checkRenamed},
		{"Seen.11_missing-library", checkMissingLibrary},
		{"Seen.12_pipeline", checkPipelined},
		{"Seen.13_streams", checkStreams},
		{"Seen.14_performance-hint", checkHint},
		{"Seen.15_request-range", checkRequestRange},
		{"Seen.16_usual-properties", checkUsualProperties},
		{"Seen.17_option-order", checkOptionOrder},
	}
}

// caching returns the checks of the model cache.
func caching() []check {
	return []check{
		{"B2.01_only-with-import", checkCacheWithoutImport},
		{"B2.02_read-only-file", checkCacheFile},
		{"B2.03_key-of-graph", checkKeyOfGraph},
		{"B2.04_caching-properties", checkCachingProperties},
		{"B2.05_key-of-devices", checkKeyOfDevices},
		{"B2.06_header", checkEntryHeader},
		{"B2.07_damage", checkEntryDamage},
		{"B2.08_export-fails", checkExportFails},
		{"B2.09_one-compilation", checkOneCompilation},
		{"B2.10_from-cache", checkFromCache},
		{"B2.11_built-twice", checkBuiltTwice},
		{"B2.12_clone", checkCloned},
		{"B2.13_attributes", checkKeyOfAttributes},
		{"B2.14_name-order", checkNameOrder},
		{"B2.15_removed-result", checkRemovedResult},
		{"B2.16_key-at-once", checkKeyAtOnce},
		{"B2.17_one-file", checkOneFile},
		{"B2.18_prune", checkPrune},
		{"B2.19_explain", checkExplain},
		{"B2.20_no-folder", checkNoFolder},
	}
}

// features returns the checks of the section "Features" in docs/backends.md.
func features() []check {
	return []check{
		{"O8_names-through-fusion", checkNamesThroughFusion},
		{"O11_modes", checkModes},
		{"O12_partition-profile", checkPartitionProfile},
		{"O14_exported-file", checkExportedFile},
		{"O15_cache", checkCacheOfCallers},
		{"O16_properties", checkPropertyKinds},
		{"O17_capabilities", checkCapabilities},
		{"O17_element-types", checkElementTypes},
		{"O18_requests-apart", checkRequestsApart},
		{"O19_passes", checkPasses},
		{"O32_other-memory", checkOtherMemory},
	}
}

// beyond returns the checks of contracts that only Lathe has.
func beyond() []check {
	return []check{
		{"Own.01_recovery", checkRecovery},
		{"Own.02_shared-memory", checkSharedMemory},
		{"Own.03_nil-arguments", checkNilArguments},
		{"Own.06_alignment", checkAlignment},
	}
}

// Names returns the names of all checks, in the order of docs/backends.md.
func Names() []string {
	var names []string
	for _, c := range checks() {
		names = append(names, c.name)
	}
	return names
}
