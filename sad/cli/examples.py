"""Examples for the help of every command; a test runs each as it stands."""

from __future__ import annotations

_BUILD = "--build 'gfortran {coverage} solve.f -o solve'"

EXAMPLES: dict[str, tuple[str, ...]] = {
    "analyze": (
        "sad analyze solve.f",
        "sad analyze solve.f --machine sparc2 --set N=500",
    ),
    "annotate": (
        "sad annotate solve.f --set N=500",
        "sad annotate solve.f --machine sparc2 --format html -o solve.html",
    ),
    "explain": (
        "sad explain solve.f:12",
        "sad explain N solve.f --set N=500",
    ),
    "sweep": (
        "sad sweep heat.f --vary N=100:1000:100 --machine sparc2",
        "sad sweep heat.f --vary N=64:4096:x2 --format csv",
        "sad sweep heat.f --half-rate N --machine zen3",
    ),
    "roofline": (
        "sad roofline heat.f --machine zen3 --set N=2000",
        "sad roofline heat.f --machine zen3 --set N=2000 --plot roofline.svg",
    ),
    "export": (
        "sad export solve.f --to python -o solve_cost.py",
        "sad export solve.f --to json --machine sparc2",
    ),
    "tune": (
        "sad tune heat.f --machine sparc2 --over N=100:1000:100",
        "sad tune heat.f --machine sparc2 --over N=64:4096:x2 --export make",
        "sad tune pstswm --machine paragon --procs 16 --over paragon.link_bytes_per_s=1e6:1e9:x10",
    ),
    "trace": (
        "sad trace show halo.trace",
        "sad trace counts halo.trace --format json",
    ),
    "trace record": (
        "sad trace record -o solve.sadtrace -- mpirun -n 4 ./solve",
        "sad trace record --openmp --repeat 5 -o jacobi.sadtrace -- ./jacobi 1000",
    ),
    "trace show": ("sad trace show halo.trace",),
    "trace counts": ("sad trace counts halo.trace",),
    "trace dump": ("sad trace dump halo.trace",),
    "trace convert": (
        "sad trace convert halo.trace -o halo.sadtrace",
        "sad trace convert halo.trace --to csv -o halo.csv",
        "sad trace convert halo.trace --to ti -o ti --platform cm5.xml --machine cm5",
    ),
    "trace params": ("sad trace params solve.sadtrace --source solve.c -o solve.params.yaml",),
    "trace flags": ("sad trace flags --openmp",),
    "extrapolate": (
        "sad extrapolate halo.trace --machine cm5 --ratio 0.41",
        "sad extrapolate halo.trace --machine paragon --ratings 1.1360:2.7645 --what-if ratio=1,0.25",
        "sad extrapolate halo.trace --machine cm5 --ratio 0.41 --html halo.html",
        "sad extrapolate halo.trace --machine cm5 --ratio 0.41 --speed-up 6=2 --compare",
    ),
    "contention": (
        "sad contention jacobi.c --threads 8 --machine xeon-gold-6148 --set n=4000",
        "sad contention repair.pam --set P=20",
        "sad contention repair.pam --format json",
    ),
    "solve": (
        "sad solve repair.qn.yaml --set N=20",
        "sad solve repair.qn.yaml --vary N=1:30 --quantity response --format csv",
        "sad solve repair.net.yaml --exact",
        "sad solve repair.pam --set P=20 --service exponential",
    ),
    "loop": (
        "sad loop list",
        "sad loop build fingerprint -o fingerprint.c",
        "sad loop run cg --procs 4 --set psize=256 --set iterations=8 -o here-4",
        "sad loop compare here-4 there-4 --reference there-4",
    ),
    "parallelism": (
        "sad parallelism solve.f",
        "sad parallelism solve.f --set N=500 --machine sparc2",
    ),
    "graph": (
        "sad graph solve.f -o solve.dot",
        "sad graph solve.f --view calls --format json",
    ),
    "try": (
        "sad try solve.f --run './solve < solve.in'",
        f"sad try solve.f {_BUILD} --run './solve < solve.in' --machine x86_64-generic",
    ),
    "profile": (
        f"sad profile solve.f {_BUILD} --run './solve < solve.in'",
        f"sad profile solve.f {_BUILD} --run './solve < sizes.in' --vary N=20,40,80 --fill sizes.in",
    ),
    "params": (
        "sad params export solve.f -o solve.params.yaml",
        "sad params show solve.params.yaml",
    ),
    "params export": (
        "sad params export solve.f -o solve.params.yaml",
        "sad params export solve.f --set N=500 --sort governs --format json",
    ),
    "params import": (
        "sad params import runs.csv --source solve.f -o solve.params.yaml",
        "sad params import runs.csv --source solve.f -o solve.params.yaml --fresh",
    ),
    "params show": (
        "sad params show solve.params.yaml",
        "sad params show solve.params.yaml --format json",
    ),
    "compare": (
        "sad compare heat.f --machine sparc2 --machine t3d --vary N=100:1000:100",
        "sad compare old.f new.f --vary N=10:1000:log20",
        "sad compare heat.f new.f --set N=500 --machine t3d --machine zen3 --reference sparc2",
    ),
    "diff": (
        "sad diff old.f new.f",
        "sad diff HEAD --fail-on order",
    ),
    "snapshot": (
        "sad snapshot",
        "sad snapshot solve.f -o solve.snapshot",
    ),
    "check": (
        "sad check",
        "sad check --baseline HEAD --forbid leading",
    ),
    "machine": (
        "sad machine list",
        "sad machine show sparc2",
    ),
    "machine list": ("sad machine list",),
    "machine show": (
        "sad machine show sparc2",
        "sad machine show x86_64-generic --toolchain gfortran-O2",
    ),
    "machine check": (
        "sad machine check here.yaml",
        "sad machine check sparc2 here.yaml --strict",
    ),
    "machine convert": ("sad machine convert --comm comm.perf -o mpp.yaml",),
    "machine calibrate": ("sad machine calibrate --compiler gfortran --flags=-O2 -o here.yaml",),
    "scale": (
        "sad scale mm2 --machine ncube2 --procs 1:64:x4",
        "sad scale jacobi.c --machine xeon-gold-6148 --threads 1:32:x2 --set n=4000",
        "sad scale heat.f --machine paragon --procs 1:64:x2 --set N=512 --distribute 'A(block,*)'",
    ),
    "init": (
        "sad init",
        "sad init src --machine x86_64-generic --force",
    ),
    "doctor": (
        "sad doctor",
        "sad doctor --format json",
    ),
    "completion": (
        "sad completion bash > sad-completion.bash",
        "sad completion fish > sad.fish",
    ),
    "cache": (
        "sad cache show",
        "sad cache clear --older-than 30",
    ),
    "cache show": ("sad cache show --format json",),
    "cache clear": ("sad cache clear --older-than 30",),
    "dump": (
        "sad dump --cfg solve.f",
        "sad dump --description solve.f -o solve.sad.json",
    ),
    "lsp": (
        "sad lsp",
        "sad lsp --settings sad-lsp.json",
    ),
}
"""Commands, and actions of commands, with what to type for instance."""


def example_of(program: str) -> str:
    """Return the first example of ``sad COMMAND [ACTION]``."""
    name = program.removeprefix("sad").strip()
    return EXAMPLES[name][0] if name in EXAMPLES else f"sad {name or 'analyze'} solve.f"


def epilog_of(program: str) -> str:
    """Return the examples of ``sad COMMAND [ACTION]`` as the end of its help."""
    found = EXAMPLES.get(program.removeprefix("sad").strip(), ())
    return "\n".join(["examples:", *(f"  {example}" for example in found)]) if found else ""
