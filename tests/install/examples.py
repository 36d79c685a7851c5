"""An example of every command, as it is typed.

An example is run in a folder of its own with ``inputs``; a number before a line is its exit code. A
format that no example names is tried with the first example of its command.
"""

from __future__ import annotations

EXAMPLES = (
    "sad analyze relax.f --machine sparc2 --set N=400",
    "sad analyze norm.c",
    "sad analyze ring.f --comm",
    "sad analyze relax.f --machine sparc2 --defaults heuristics --set N=9 --jobs 2",
    """\
sad params export relax.f -o relax.yaml
sad analyze relax.f --params relax.yaml \
--set X1='normal(40, 5)' --set N=50 --machine sparc2 --sensitivity""",
    "sad annotate relax.f --machine sparc2",
    "sad export relax.f --machine sparc2 --to python",
    """\
sad export relax.f --entry SWEEPS --to pamela --distribute 'A(*,cyclic)' --machine paragon -o r.pam
sad contention r.pam --set N=100 --set P=4 --set SWEEPS_trips_goto20=9""",
    """\
sad loop build fingerprint -o fingerprint.c
sad scale fingerprint.c --machine paragon --procs 4 --set psize=100""",
    "sad loop list",
    "sad tune llp --set N=64 --set M=64 --over B=1:64:x2 --procs 2:4:x2",
    "sad solve repair.qn.yaml",
    "sad solve repair.pam --set P=20",
    "sad export repair.qn.yaml --to jmva",
    "sad solve repair.qn.yaml --set N=20 --states --format json",
    "sad solve repair.qn.yaml --format markdown",
    "sad solve repair.qn.yaml --format html -o repair.html",
    "sad solve repair.qn.yaml --vary N=1:9 --format csv",
    "sad solve repair.net.yaml --exact",
    """\
sad export repair.net.yaml --to pnml -o repair.pnml
sad solve repair.pnml""",
    "sad solve repair.pam --set P=5 --service exponential",
    "sad export repair.pam --to net",
    "sad export repair.net.yaml --to prism",
    "sad export repair.net.yaml --to tra",
    "sad export repair.net.yaml --to sta",
    "sad export repair.net.yaml --to dot",
    "sad export repair.net.yaml --to svg -o net.svg",
    "sad solve repair.net.yaml --symbolic --set N=3",
    "sad solve repair.net.yaml --simulate --precision 0.05",
    "sad solve repair.net.yaml --at 0.1",
    "sad solve repair.net.yaml --structure --format json",
    "sad trace show halo.trace",
    "sad trace counts halo.trace",
    "sad trace dump halo.trace",
    "sad trace params halo.trace --source ring.f",
    """\
sad trace convert halo.trace -o halo.sadtrace
sad trace convert halo.sadtrace --to trace -o again.sadtrace
sad trace convert halo.sadtrace --to csv
sad trace convert halo.sadtrace --to paje -o halo.paje
sad trace convert halo.sadtrace --to goal -o halo.goal
sad trace convert halo.sadtrace --to ti -o ti --platform cm5.xml --machine cm5 --ratio 0.41""",
    """\
sad trace convert halo.trace -o halo.sadtrace
sad scale halo.sadtrace --machine paragon --ratio 2 --procs 2""",
    "sad extrapolate halo.trace --machine cm5 --ratio 0.41 --perfetto halo.json.gz",
    "sad extrapolate halo.trace --machine cm5 --ratio 0.41 --html halo.html",
    "sad extrapolate halo.trace --machine paragon --ratio 2 --what-if ratio=1,2 --format json",
    "sad graph relax.f --machine sparc2",
    "sad contention repair.pam --set P=20 --simulate",
    "sad contention repair.pam --vary P=1:9 --format csv",
    "sad contention repair.pam --vary P=1:9 --format markdown",
    "sad parallelism relax.f --entry SWEEPS --set N=100",
    "sad roofline norm.c --machine zen3 --set n=1000",
    "sad roofline norm.c --machine zen3 --set n=1000 --format json",
    "sad analyze relax.f --machine zen3 --set N=400 --set X1=9 --roofline",
    "sad parallelism norm.c --vary n=10:1000:log5 --format csv",
    "sad parallelism norm.c --vary n=10:1000:log5 --format markdown",
    "sad explain relax.f:18 relax.f",
    "sad explain X1 relax.f",
    "sad sweep norm.c --vary n=10:1000:log5 --machine sparc2 --machine zen3",
    "sad tune norm.c --machine zen3 --over n=10:1000:log5 --where 'n > 20'",
    "sad tune ring.f --machine paragon --procs 1:8 --simulate",
    "sad tune ring.f --machine paragon --procs 8 --over paragon.send_setup_s=1e-6,1e-5,1e-4",
    "sad compare norm.c slow.c --vary n=10:1000:log5 --machine zen3",
    "sad compare norm.c slow.c --set n=100 --machine zen3 --reference sparc2 --mean harmonic",
    "sad sweep norm.c --half-rate n --machine zen3",
    "sad scale ring.f --machine paragon --procs 1:8",
    "sad scale mm2 --machine paragon --procs 1,4,16 --fit --set psize=100 --operations '2*psize**3'",
    """\
sad scale relax.f --entry SWEEPS --distribute 'X(block)' --machine paragon --procs 1,2 \
--set N=100 --set SWEEPS.trips@goto20=9""",
    "sad params export relax.f",
    """\
sad params export relax.f -o relax.yaml
sad params show relax.yaml""",
    """\
sad export relax.f --to json -o model.json
sad dump relax.f --description -o relax.sad.json
sad analyze relax.sad.json --set N=7""",
    "sad dump relax.f --ir",
    "sad dump relax.f --cfg",
    """\
sad snapshot norm.c
sad diff slow.c norm.c""",
    """\
sad snapshot norm.c
sad check norm.c""",
    """\
sad snapshot norm.c
cp slow.c norm.c
1: sad check norm.c
1: sad check norm.c --format github""",
    """\
sad snapshot norm.c
cp slow.c norm.c
1: sad check norm.c --format markdown""",
    "1: sad diff norm.c slow.c --fail-on order",
    "sad snapshot norm.c relax.f",
    """\
sad init
sad graph""",
    "sad doctor",
    "sad completion bash",
    "sad completion zsh",
    "sad completion fish",
    "sad machine list",
    "sad machine show sparc2",
    "sad machine show paragon",
    """\
sad machine convert --comp comp.perf --name made -o made.yaml
sad machine check made.yaml""",
    "sad machine convert --comp comp.perf --comm comm.perf --name made",
    "sad machine calibrate --measured raw.json -o made.yaml",
    """\
sad analyze relax.f
sad cache show""",
    """\
sad analyze relax.f
sad cache clear""",
)

COMPILED = (
    "sad try relax.f --run './relax < five' --machine x86_64-generic",
    """\
sad profile relax.f --build 'gfortran {coverage} -o relax relax.f' --run './relax < numbers' \
--fill numbers --vary N=5,9,20 -o relax.params.yaml
sad analyze relax.f --params relax.params.yaml --machine sparc2 --set N=30
sad params export relax.f --params relax.params.yaml --format extrap""",
    """\
gfortran --coverage -o relax relax.f
sh -c './relax < five'
sad params import . --source relax.f --set N=5 -o relax.params.yaml
sad analyze relax.f --params relax.params.yaml --machine sparc2 --set N=5""",
    """\
gfortran -O1 -g -fopenmp -o team team.f
sad trace record --openmp --compiler gcc -o team.sadtrace -- ./team
sad extrapolate team.sadtrace --machine cm5 --ratio 1""",
    "sad trace flags --openmp --compiler gcc",
    """\
sad loop run cg --procs 2 --set psize=64 --set iterations=2 \
--mpirun 'mpirun --oversubscribe --allow-run-as-root' -o two
sad loop sheet two
sad loop compare two two --reference two""",
)
"""Examples that need gfortran and Open MPI."""

NEED_AN_EXTRA = {
    "lsp": ("sad lsp",),
    "plot": (
        "sad sweep norm.c --vary n=1:9 --plot a.png",
        "sad compare norm.c slow.c --vary n=1:9 --machine zen3 --plot a.svg",
        "sad scale ring.f --machine paragon --procs 1:8 --plot a.png",
        "sad contention repair.pam --vary P=1:9 --plot a.svg",
        "sad solve repair.qn.yaml --vary N=1:9 --plot a.svg",
        "sad parallelism relax.f --vary N=10:40:10 --plot a.svg",
        "sad roofline norm.c --machine zen3 --set n=1000 --plot a.svg",
    ),
    "otf2": ("sad trace convert halo.trace --to otf2 -o halo",),
    "dask": (
        "sad sweep norm.c --vary n=1:9 --to all.zarr",
        "sad sweep norm.c --vary n=1:9 --to all.parquet",
        "sad trace convert halo.trace --to parquet -o halo.parquet",
        *(
            f"sad {command} --scheduler tcp://127.0.0.1:8786"
            for command in (
                "sweep norm.c --vary n=1:9",
                "scale ring.f --machine paragon --procs 1:8",
                "analyze relax.f",
                "annotate relax.f",
                "explain X1 relax.f",
                "export relax.f --to json",
                "graph relax.f",
                "params export relax.f",
                "roofline relax.f --machine zen3 --set N=400",
            )
        ),
    ),
}
"""Examples by the extra they need: they say so."""

FOLLOWED = ("sad analyze gather.f",)
"""Where a stranger begins: what the reports say to type next leads to a time with an interval."""

FOLLOWED_COMPILED = ("sad analyze drift.f",)
"""The same, where gfortran is needed."""

ANYWHERE = (
    "sad --version",
    "sad machine list",
    "sad analyze {inputs}/relax.f --machine sparc2 --set N=9",
    "sad annotate {inputs}/norm.c",
    "sad graph {inputs}/relax.f",
    "sad export {inputs}/relax.f --to c",
    "sad sweep {inputs}/norm.c --vary n=1:9",
    "sad snapshot {inputs}/norm.c -o -",
    "sad cache show",
)
"""Examples that work where nothing can be written, without a home."""
