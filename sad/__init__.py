"""sad: symbolic cost of Fortran 77 and C programs and predicted time on a described machine.

The code, from the lowest floor up (imports point downward only, checked by import-linter):

    diagnostics, symbols   positions, messages, exit codes; how parameters are named
    deep                   room for deep recursion
    document               YAML with line numbers, for machine and parameter files
    arithmetic             the reader of arithmetic users write, in parameters and machine files
    ir                     frozen, language-neutral nodes, their dump and their validity rules
    counting               exact polynomials with guards and floors; sums over loop nests
    frontends (package)    source text to IR: Fortran and C
    analysis               control flow, values, trip counts, probabilities, operation mixes;
                           analysis/work: what compiled code does, for models beyond the sum
    description            the machine-independent description: a tree, and the terms X*P*S of it
    stubs                  costs of procedures whose source is not there
    machine                machine files, strictly read; machine_db (package) holds the data
    profiles               values for parameters: from users, files and profiles
    mapping                description + machine -> seconds per execution of each block: the sum of
                           operation times, bounds per loop, lines from each level of memory
    objectcode             costs from the object code of the user's compiler
    evaluation             counts and seconds in numbers, shares, coverage; defaults, measuring,
                           uncertainty (folders)
    loading                source files, values and a machine to a prediction, in one go
    calibration            micro-kernels, timing them, and machine files from their times
    report                 text, Markdown, LaTeX and JSON
    checks                 costs compared and limited, for CI
    sweep                  predictions at many points, and where curves cross
    export                 the formulas as source code and data for other tools
    html                   a report as one page that computes in the browser
    library                what ``import sad`` offers to Python programs and notebooks
    editor                 the language server
    cli                    one file per subcommand

Data flows one way: source -> IR -> analysis -> description -> bound description -> numbers -> report.
"""
