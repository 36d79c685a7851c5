"""Exact counts: integer polynomials over named symbols and atoms, and sums over loop nests.

    poly        polynomials with integer coefficients over one common denominator
    kinds       the kinds of atoms
    structure   what is inside an atom, by the fields of its record
    atoms       named subexpressions inside polynomials: floor, max, guarded pieces, numeric sums
    affine      linear forms and constraints ``form >= 0``
    feasible    proofs that constraints contradict or imply each other (Fourier-Motzkin)
    budget      how much work a closed form may cost
    facts       what max, min and rounded quotients obey, for proofs
    remainders  conditions that a remainder is 0
    linearise   guards with floors, remainders, max and min made linear
    domains     a nest as linear constraints, conditions in what is summed as guards
    strips      blocked loops put together again, loops whose step is a parameter, tile counters
    eliminate   the sum of a polynomial over one loop variable, exactly, with guards
    nest        the sum over a whole nest of loops
    recurrences sums over the activations of functions that call themselves
    numeric     which formulas contain sums without a closed form
    known       numbers put into formulas
    pieces      guarded results: clean-up, merging, decision trees
    nested      polynomials with symbols that terms share taken out (Horner form)
    emit        formulas as source code
    targets     how each language writes them: Python, NumPy, C, JavaScript (walk_sources)
    evaluate    values at one point, exact: formulas compiled to Python (runtime, walk_runtime)
    vectorise   values at many points: formulas compiled to NumPy (array_runtime)
    piecewise   code for one point that runs on arrays of points, split where it decides (point_arrays)
    codes       texts, truth values and real constants as integers
    text        formulas as people write them
    measured    coefficients that are decimal numbers somebody wrote
    latex       the same as LaTeX
    busiest     the most that nests of loops give to one member of a family
    simplify    formulas under stated assumptions
    case_sum    formulas as sums over cases, without max, min and products of conditions
    growth      leading terms, and bounds of how fast formulas grow
    sign        proofs that a formula is never negative
    maxima      maxima under facts about signs: what decides kept, common factors taken out
    crossing    where a difference changes its sign
    diagrams    decision diagrams over intervals of integers
    decide      formulas with conditions as decision diagrams
    factored    decision diagrams as formulas: products of conditions
    condition_text  what conditions in formulas say
    intern_scope  the table of atoms cut back to a mark
    canonical_text  a text of a formula that no other has
    sympy_edge  formulas as sympy expressions, for users

Nothing here knows about programs, machines or sympy (except the last).
"""
