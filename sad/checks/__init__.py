"""Costs compared and limited: snapshots, differences, contracts, and output for CI systems.

    costs         sources to the costs of their units; ``record`` defines a cost
    cached_state  the same from the cache of sad.incremental
    revisions     what is compared: folders, snapshots, git revisions
    revision_units  costs of a git revision by way of the cache
    settings      sad.toml, strictly read
    snapshot      costs as text that reads back exactly
    compare       two states: matching units, verdicts, what is proved of differences
    callers       which units have to be compared, and which only call what changed
    contracts     limits written by people, checked against costs
    formula_view  formulas as they are shown
    gate, rules, checked    one check, from sources to an ``outcome``
    outputs       an outcome as text, JSON, SARIF, JUnit, GitHub, GitLab, Markdown

Data flows one way: costs -> compare and contracts -> gate -> outcome -> outputs.
"""
