#!/usr/bin/env python3
"""Checks on the outside programs that have no runner of their own. Each prints a
closing line NAME passed/total.

  suites.py text      every program prints in generic form, the official mlir-opt
                      prints that byte for byte, and custom form gives it again
  suites.py bitwise   the recorded programs pinned to two devices of one backend
                      give the bytes of one device, for runs of 1, 8 and 64
  suites.py cycles    which pinned programs have a cyclic quotient before repair,
                      and that the repaired partition passes cluster-verify
  suites.py same      text, plan and kernels are the same bytes with one worker
                      and with all
  suites.py speed     --canonicalize --cse on 200,000 operations beside mlir-opt:
                      medians of seven alternating runs, and peak memory

Environment: SUITES the folder of the suites, LATHE and OPT the tools, WORK a
scratch folder.
"""
import base64
import glob
import json
import os
import resource
import statistics
import struct
import subprocess
import sys
import time

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
    out = WORK + "/out"
    run(["rm", "-rf", out])
    must([LATHE, "run", program, *args, "-o", out, *flags])
    return {os.path.basename(p): open(p, "rb").read() for p in sorted(glob.glob(out + "/*.npy"))}


def pinned(runs, devices):
    folder = f"{WORK}/pin-{runs}-{devices}"
    must(["python3", SUITES + "/gomlx/pin.py", str(runs), devices, CURATED, folder])
    return folder


def bitwise():
    passed = total = 0
    for backend in "vm", "c":
        devices = f"{backend}.0,{backend}.1"
        for runs in 1, 8, 64:
            folder = pinned(runs, devices)
            for case in RECORDED:
                name = os.path.basename(case)
                total += 1
                try:
                    args = inputs(case)
                    one = outputs(case + ".mlir", args, "--backend=" + backend)
                    two = outputs(f"{folder}/{name}.mlir", args, "--devices=" + devices)
                    passed += one == two and len(one) > 0
                    if one != two:
                        print(f"{name}, runs of {runs} on {devices}: bytes differ")
                except RuntimeError as e:
                    print(e)
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


def everything(command, env):
    """What a command prints, and the kernels that a run emits."""
    kernels = WORK + "/kernels"
    run(["rm", "-rf", kernels])
    if command[1] == "run":
        command = command + ["--kernels=" + kernels]
    said = must(command, env={**os.environ, **env})
    return said + b"".join(p.encode() + open(p, "rb").read() for p in sorted(glob.glob(kernels + "/**/*", recursive=True)) if os.path.isfile(p))


def same():
    passed = total = 0
    folder = pinned(8, "vm,c")
    for case in RECORDED:
        program = f"{folder}/{os.path.basename(case)}.mlir"
        commands = [
            [OPT, "--canonicalize", "--cse", "--affinity=devices=vm,c", "--partition=strategy=contract", "--cluster-outline", program],
            [LATHE, "plan", "--devices=vm,c", program],
            [LATHE, "plan", "--devices=vm,c", "--json", program],
            [LATHE, "run", "--devices=vm,c", "--no-cache", program],
        ]
        for c in commands:
            total += 1
            try:
                one, many = everything(c, {"GOMAXPROCS": "1"}), everything(c, {})
                passed += one == many and len(one) > 0
                if one != many:
                    print(" ".join(c)[:200], "differs")
            except RuntimeError as e:
                print(e)
    close("SAME", passed, total)


def measured(args):
    """Seconds and peak KiB of one run, output to nowhere."""
    start = time.monotonic()
    pid = os.fork()
    if pid == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for fd in 0, 1, 2:
            os.dup2(null, fd)
        os.execvp(args[0], args)
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise RuntimeError(f"{args[0]} failed")
    return time.monotonic() - start, usage.ru_maxrss


def speed():
    program = WORK + "/arith.mlir"
    with open(program, "wb") as f:
        f.write(must(["python3", SUITES + "/bench/gen_arith.py", "1000", "200"]))
    tools = {"lathe-opt": OPT, OFFICIAL: OFFICIAL}
    seen = {t: [] for t in tools}
    order = list(tools)
    for i in range(7):
        for t in order[i % 2:] + order[: i % 2]:
            seen[t].append(measured([tools[t], "--canonicalize", "--cse", program, "-o", "/dev/null"]))
    middle = {t: statistics.median(s for s, _ in seen[t]) for t in tools}
    memory = {t: max(m for _, m in seen[t]) for t in tools}
    ratio = middle[OFFICIAL] / middle["lathe-opt"]
    share = memory["lathe-opt"] / memory[OFFICIAL]
    for t in tools:
        print(f"{t}: median {middle[t]:.3f} s, peak {memory[t] / 1024:.0f} MiB")
    print(f"{ratio:.1f} times as fast, {share:.2f} times the memory")
    close("SPEED", int(10 * ratio) if share <= 1 else 0, 100)


if __name__ == "__main__":
    {"text": text, "bitwise": bitwise, "cycles": cycles, "same": same, "speed": speed}[sys.argv[1]]()
