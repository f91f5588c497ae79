#!/usr/bin/env python3
"""Checks on the outside programs that have no runner of their own. Each prints a
closing line NAME passed/total.

  suites.py text      every program prints in generic form, the official mlir-opt
                      prints that byte for byte, and custom form gives it again
  suites.py bitwise   the recorded programs pinned to two devices of one backend
                      give the bytes of one device, for runs of 1, 8 and 64
  suites.py cycles    which pinned programs have a cyclic quotient before repair,
                      and that the repaired partition passes cluster-verify
  suites.py placed    the framework programs that run on vm, with random operations
                      pinned to c: results as on vm, and explain has a reason for
                      each operation that is not on the first device; programs that
                      vm does not run whole, with the interpreter behind the two
  suites.py jax       JAX's programs on vm and c, with each operation of @main pinned to
                      one of the two at random; the closing line is that of run_jax.py
  suites.py same      text, plan and kernels are the same bytes with one worker
                      and with all
  suites.py speed     --canonicalize --cse on 200,000 operations, compared with mlir-opt:
                      medians of seven alternating runs, and peak memory
  suites.py reading   reading, verifying and printing, compared with mlir-opt: the whole
                      table, $RUNS (7) alternating runs of each line

Environment: SUITES the folder of the suites, LATHE and OPT the tools, WORK a
scratch folder.
"""
import base64
import glob
import json
import math
import os
import random
import re
import resource
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

SUITES = os.environ["SUITES"]
LATHE = os.environ["LATHE"]
OPT = os.environ["OPT"]
WORK = os.environ["WORK"]
OFFICIAL = os.environ.get("MLIR_OPT", "mlir-opt-22")
CURATED = SUITES + "/gomlx/curated"
RECORDED = sorted(c[: -len(".case.json")] for c in glob.glob(CURATED + "/*.case.json"))
NPY = {"Float32": "<f4", "Float64": "<f8", "Int64": "<i8", "Int32": "<i4", "Bool": "|b1", "BFloat16": "<u2"}


def run(args, **kw):
    return subprocess.run(args, capture_output=True, **kw)


def must(args, **kw):
    r = run(args, **kw)
    if r.returncode:
        raise RuntimeError(f"{' '.join(args)[:200]}: {r.stderr.decode()[:500]}")
    return r.stdout


def at_once(check, programs):
    """What check says of each, in order, as many at a time as there are processors."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(check, programs))


def close(name, passed, total):
    print(f"{name} {passed}/{total}")


def text():
    passed, programs = 0, sorted(glob.glob(CURATED + "/*.mlir"))
    for f in programs:
        try:
            generic = must([OPT, "--mlir-print-op-generic", f])
            official = must([OFFICIAL, "--allow-unregistered-dialect", "--mlir-print-op-generic", "-"], input=generic)
            custom = must([OPT, f])
            again = must([OPT, "--mlir-print-op-generic", "-"], input=custom)
            passed += generic == official == again
            if not generic == official == again:
                print(os.path.basename(f), "differs: official" if generic != official else "differs: custom form")
        except RuntimeError as e:
            print(e)
    close("TEXT", passed, len(programs))


def inputs(case):
    args = []
    for i, t in enumerate(json.load(open(case + ".case.json"))["inputs"]):
        path = f"{WORK}/{os.path.basename(case)}.{i}.npy"
        head = repr({"descr": NPY[t["dtype"]], "fortran_order": False, "shape": tuple(t["dims"] or [])})
        head += " " * (63 - (10 + len(head)) % 64) + "\n"
        with open(path, "wb") as f:
            f.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + base64.b64decode(t["data"]))
        args.append("--input=" + path)
    return args


def outputs(program, args, *flags):
    with tempfile.TemporaryDirectory(dir=WORK) as out:
        must([LATHE, "run", program, *args, "-o", out + "/out", *flags])
        return {os.path.basename(p): open(p, "rb").read() for p in sorted(glob.glob(out + "/out/*.npy"))}


def pinned(runs, devices):
    folder = f"{WORK}/pin-{runs}-{devices}"
    must(["python3", SUITES + "/gomlx/pin.py", str(runs), devices, CURATED, folder])
    return folder


def bitwise():
    passed = total = 0
    args = {case: inputs(case) for case in RECORDED}
    for backend in "vm", "c":
        devices = f"{backend}.0,{backend}.1"
        for runs in 1, 8, 64:
            folder = pinned(runs, devices)

            def same_bytes(case):
                try:
                    one = outputs(case + ".mlir", args[case], "--backend=" + backend)
                    two = outputs(f"{folder}/{os.path.basename(case)}.mlir", args[case], "--devices=" + devices)
                except RuntimeError as e:
                    print(e)
                    return False
                if one != two:
                    print(f"{os.path.basename(case)}, runs of {runs} on {devices}: bytes differ")
                return one == two and len(one) > 0

            passed += sum(at_once(same_bytes, RECORDED))
            total += len(RECORDED)
    close("BITWISE", passed, total)


def cycles():
    expected_acyclic = {64: {"linreg_train_step", "mlp_bf16_train_step", "mnist_linear_train_step"}}
    passed = total = 0
    for runs in 1, 8, 64:
        folder = pinned(runs, "vm,c")
        for case in RECORDED:
            name = os.path.basename(case)
            program = f"{folder}/{name}.mlir"
            total += 1
            before = run([LATHE, "plan", "--devices=vm,c", "--no-repair", program])
            said = (before.stdout + before.stderr).decode()
            cyclic = before.returncode == 1 and "cycl" in said
            after = run([OPT, "--affinity=devices=vm,c", "--partition=strategy=contract", "--cluster-outline", "--cluster-verify", program])
            want = name not in expected_acyclic.get(runs, ())
            passed += cyclic == want and after.returncode == 0
            if cyclic != want or after.returncode:
                print(f"{name}, runs of {runs}: cyclic {cyclic}, expected {want}; verify exit {after.returncode} {after.stderr.decode()[:300]}")
    close("CYCLES", passed, total)


def result_elements(program):
    """The element types of the results of @main."""
    text = must([OPT, "--mlir-print-op-generic", program]).decode()
    results = re.search(r"function_type = .*? -> (.*?), (?:res_attrs = .*?, )?sym_name = \"main\"", text).group(1)
    return re.findall(r"tensor<(?:[0-9?]+x)*([^<>, ]+(?:<[^>]*>)?)", results)


def elements(npy, element):
    """The type, the shape, and the elements of a .npy file. element is the type of
    the elements in the program."""
    head = npy[10 : 10 + struct.unpack("<H", npy[8:10])[0]].decode()
    kind = re.search(r"'descr': '([^']*)'", head).group(1)
    shape = re.search(r"'shape': (\([^)]*\))", head).group(1)
    code = {"<f4": "f", "<f8": "d", "<f2": "e", "<c8": "f", "<c16": "d"}.get(kind)
    body = npy[10 + len(head) :]
    if element == "bf16":  # bf16 travels as u2
        body, code = b"".join(b"\0\0" + body[i : i + 2] for i in range(0, len(body), 2)), "f"
    return kind, shape, [x for (x,) in struct.iter_unpack("<" + code, body)] if code else body


def alike(got, want, types):
    """Results agree: floats up to the order of sums, all else to the byte. types are
    the element types of the results."""
    if got.keys() != want.keys():
        return False
    for name in want:
        element = types[int(re.fullmatch(r"out(\d+)\.npy", name).group(1))]
        (kind, shape, a), (kind2, shape2, b) = elements(got[name], element), elements(want[name], element)
        if (kind, shape, len(a)) != (kind2, shape2, len(b)):
            return False
        if isinstance(a, bytes):
            if a != b:
                return False
            continue
        scale = max([1.0] + [abs(x) for x in b if math.isfinite(x)])
        most = (2**-7 if element == "bf16" else 1e-4) * scale
        if not all(x == y or x != x and y != y or abs(x - y) <= most for x, y in zip(a, b)):
            return False
    return True


def random_rules(program, name, devices):
    """A file of rules that pin runs of operations of the first device to c, how many
    operations those are, and how many are not on the first device anyway."""
    plan = json.loads(must([LATHE, "plan", "--devices=" + devices, "--json", program]))
    on = {o["id"]: c["device"] for f in plan["functions"] for c in f.get("clusters", []) for o in c["ops"]}
    ids = sorted(i for i, d in on.items() if d == "vm")
    rng, lines, pinned, at = random.Random(name), [], 0, 0
    while at < len(ids):
        n = min(rng.randint(1, max(1, len(ids) // 6)), len(ids) - at)
        if rng.random() < 0.5:
            lines += [f"pin id {i} to c" for i in ids[at : at + n]]
            pinned += n
        at += n
    if ids and not lines:
        lines, pinned = [f"pin id {ids[0]} to c"], 1
    with tempfile.NamedTemporaryFile("w", suffix=".rules", dir=WORK, delete=False) as f:
        f.write("\n".join(lines) + "\n")
    return f.name, pinned, len(on) - len(ids)


def placed_program(program):
    """Whether results and reasons are right, over how many devices, and how many
    operations are not on the first; None where there is nothing to check."""
    name = os.path.basename(program)[:-5]
    args = ["--input=" + p for p in sorted(glob.glob(program[:-5] + ".in*.npy"), key=lambda p: int(p.split(".in")[-1][:-4]))]
    devices = "vm,c"
    try:
        want = outputs(program, args, "--backend=vm")
    except RuntimeError:
        devices = "vm,c,ref"  # the interpreter runs what vm and c do not
        try:
            want = outputs(program, args, "--backend=ref")
        except RuntimeError:
            return None  # nothing runs it
    try:
        rules, pinned, elsewhere = random_rules(program, name, devices)
        if not pinned:
            return None  # the first device runs nothing of it
        moved = json.loads(must([LATHE, "explain", "--devices=" + devices, "--rules=" + rules, "--json", program])).get("moved", [])
        reasons = len(moved) >= pinned and all(m["reasons"] and m["device"] != "vm" for m in moved)
        same = alike(outputs(program, args, "--devices=" + devices, "--rules=" + rules), want, result_elements(program))
    except RuntimeError as e:
        print(f"{name}: {e}")
        return False, devices, 0
    if not (same and reasons):
        print(f"{name}: same results {same}, reasons {reasons} ({len(moved)} moved, {pinned} pinned, {elsewhere} elsewhere)")
    return same and reasons, devices, len(moved)


def placed():
    folders = os.environ.get("PROGRAMS", "gomlx/curated gomlx/all jax/suite").split()
    programs = [p for f in folders for p in sorted(glob.glob(f"{SUITES}/{f}/*.mlir"))]
    part, parts = map(int, os.environ.get("PART", "0/1").split("/"))
    checked = [c for c in at_once(placed_program, programs[part::parts]) if c]
    close("PLACED", sum(ok for ok, _, _ in checked), len(checked))
    whole = sum(devices == "vm,c" for _, devices, _ in checked)
    operations = sum(n for _, _, n in checked)
    print(f"{whole} over vm and c, {len(checked) - whole} with the interpreter as third device; {operations} operations not on the first device, each with a reason")


def jax():
    folder = WORK + "/jax"
    os.makedirs(folder)
    for program in glob.glob(SUITES + "/jax/suite/*.mlir"):
        name = os.path.basename(program)
        with open(f"{folder}/{name}", "w") as f:
            f.write(randomly_pinned(must([OPT, "--mlir-print-op-generic", program]).decode(), random.Random(name)))
    for npy in glob.glob(SUITES + "/jax/suite/*.npy"):
        os.symlink(npy, f"{folder}/{os.path.basename(npy)}")
    runner = [sys.executable, SUITES + "/jax/run_jax.py", "--suite", folder, "--manifest", SUITES + "/jax/manifest.tsv"]
    print(run([*runner, "--timeout", "300", "--tool", LATHE + " run --devices=vm,c"]).stdout.decode(), end="")


def randomly_pinned(text, rng):
    """A program in generic form with an attribute at the operations of @main's own block."""
    lines, main = [], False
    for line in text.split("\n"):
        if line.startswith('  "func.func"'):
            main = 'sym_name = "main"' in line
        elif main and " : (" in line and re.match(r' {4}(%\S+ = )?"(?!func.return)| {4}\}\)', line):
            head, types = line.rsplit(" : (", 1)
            pin = f'cluster.device = "{rng.choice(["vm", "c"])}"'
            head = head[:-1] + f", {pin}}}" if head.endswith("}") else head + f" {{{pin}}}"
            line = f"{head} : ({types}"
        lines.append(line)
    return "\n".join(lines)


def everything(command, env):
    """What a command prints, and the kernels that a run emits."""
    with tempfile.TemporaryDirectory(dir=WORK) as kernels:
        if command[1] == "run":
            command = command + ["--kernels=" + kernels]
        said = must(command, env={**os.environ, **env})
        files = sorted(p for p in glob.glob(kernels + "/**/*", recursive=True) if os.path.isfile(p))
        return said + b"".join(os.path.relpath(p, kernels).encode() + open(p, "rb").read() for p in files)


def same_bytes_of(command):
    try:
        one, many = everything(command, {"GOMAXPROCS": "1"}), everything(command, {})
    except RuntimeError as e:
        print(e)
        return False
    if one != many:
        print(" ".join(command)[:200], "differs")
    return one == many and len(one) > 0


def same():
    folder = pinned(8, "vm,c")
    commands = []
    for case in RECORDED:
        program = f"{folder}/{os.path.basename(case)}.mlir"
        commands += [
            [OPT, "--canonicalize", "--cse", "--affinity=devices=vm,c", "--partition=strategy=contract", "--cluster-outline", program],
            [LATHE, "plan", "--devices=vm,c", program],
            [LATHE, "plan", "--devices=vm,c", "--json", program],
            [LATHE, "run", "--devices=vm,c", "--no-cache", program],
        ]
    close("SAME", sum(at_once(same_bytes_of, commands)), len(commands))


def measured(args):
    """Seconds and peak KiB of one run, output to nowhere. A fork would count the
    copy of this program as well."""
    nowhere = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in (0, 1, 2)]
    start = time.monotonic()
    pid = os.posix_spawnp(args[0], args, os.environ, file_actions=nowhere)
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise RuntimeError(f"{args[0]} failed")
    return time.monotonic() - start, usage.ru_maxrss


def generated(script, *args):
    """The file that a generator of the suites writes, made once."""
    program = f"{WORK}/{script}-{'-'.join(args)}.mlir"
    if not os.path.exists(program):
        with open(program, "wb") as f:
            f.write(must(["python3", f"{SUITES}/bench/gen_{script}.py", *args]))
    return program


def compared(flags, program, runs):
    """How many times as fast as the official tool, and with what share of its
    memory: medians of alternating runs, first one, then the other first."""
    tools = {"lathe-opt": OPT, OFFICIAL: OFFICIAL}
    seen = {t: [] for t in tools}
    order = list(tools)
    for i in range(runs):
        for t in order[i % 2:] + order[: i % 2]:
            seen[t].append(measured([tools[t], *flags, program, "-o", "/dev/null"]))
    middle = {t: statistics.median(s for s, _ in seen[t]) for t in tools}
    memory = {t: max(m for _, m in seen[t]) for t in tools}
    return middle, memory


def speed():
    middle, memory = compared(["--canonicalize", "--cse"], generated("arith", "1000", "200"), 7)
    ratio = middle[OFFICIAL] / middle["lathe-opt"]
    share = memory["lathe-opt"] / memory[OFFICIAL]
    for t in middle:
        print(f"{t}: median {middle[t]:.3f} s, peak {memory[t] / 1024:.0f} MiB")
    print(f"{ratio:.1f} times as fast, {share:.2f} times the memory")
    close("SPEED", int(10 * ratio) if share <= 1 else 0, 100)


# What reading, verifying and printing is to reach: flags, generator, times as
# fast, share of the memory.
READING = [
    (["--mlir-disable-threading"], ("arith", "1000", "200"), 7, 0.5),
    ([], ("arith", "1000", "200"), 9, 0.5),
    (["--mlir-disable-threading"], ("arith", "1000", "1000"), 7, 0.7),
    (["--mlir-disable-threading"], ("onefunc", "200000"), 8, 0.6),
    (["--mlir-disable-threading"], ("onefunc", "1000000"), 8, 0.6),
    (["--mlir-disable-threading"], ("const", "hex", "50"), 2, 1),
    (["--mlir-disable-threading"], ("const", "dec", "50"), 10, 1),
    (["--mlir-disable-threading"], ("const", "deci", "50"), 5, 1),
    (["--mlir-disable-threading"], ("const", "res", "50"), 2, 1),
]


def reading():
    runs = int(os.environ.get("RUNS", "7"))
    held, seconds = 0, {}
    for flags, source, times, share in READING:
        middle, memory = compared(flags, generated(*source), runs)
        ratio = middle[OFFICIAL] / middle["lathe-opt"]
        part = memory["lathe-opt"] / memory[OFFICIAL]
        ok = ratio >= times and part <= share
        held += ok
        seconds[source] = middle["lathe-opt"]
        print(f"{' '.join(source)} {' '.join(flags)}: {middle['lathe-opt']:.3f} s against {middle[OFFICIAL]:.3f}, "
              f"{ratio:.1f} times as fast (goal {times}), {part:.2f} of the memory (goal {share}): {'holds' if ok else 'FAILS'}")
    growth = seconds["onefunc", "1000000"] / seconds["onefunc", "200000"]
    print(f"one function, five times the operations: {growth:.1f} times the seconds (goal 5.2)")
    held += growth <= 5.2
    starts, programs = small(runs)
    held += starts <= 0.004
    held += programs
    close("READING", held, len(READING) + 3)


def small(runs):
    """Starts, and the framework's programs that the official tool reads."""
    empty = WORK + "/empty.mlir"
    with open(empty, "w") as f:
        f.write("module {}\n")
    start = statistics.mean(measured([OPT, empty, "-o", "/dev/null"])[0] for _ in range(100))
    print(f"start: {1000 * start:.1f} ms (goal 4)")
    flags = ["--mlir-disable-threading", "--allow-unregistered-dialect"]
    ours, theirs, memory = 0.0, 0.0, 0.0
    count = 0
    for f in sorted(glob.glob(CURATED + "/*.mlir")):
        if run([OFFICIAL, *flags, f]).returncode:
            continue
        middle, peak = compared(flags, f, runs)
        count += 1
        ours, theirs = ours + middle["lathe-opt"], theirs + middle[OFFICIAL]
        memory = max(memory, peak["lathe-opt"] / peak[OFFICIAL])
    ok = theirs / ours >= 6 and memory <= 1 / 3
    print(f"{count} programs of a framework: {theirs / ours:.1f} times as fast (goal 6), {memory:.2f} of the memory (goal 0.33): {'holds' if ok else 'FAILS'}")
    return start, ok


if __name__ == "__main__":
    {"text": text, "bitwise": bitwise, "cycles": cycles, "placed": placed, "jax": jax, "same": same, "speed": speed, "reading": reading}[sys.argv[1]]()
