"""Costs compared and limited: snapshots, differences, contracts, and what CI systems read.

    costs       sources to the costs of their units; ``record`` says what a cost holds
    sides       what is compared: folders, snapshots, git revisions
    settings    sad.toml, strictly read
    snapshot    costs as text that reads back exactly
    compare     two states: matching units, verdicts, what is proved of differences
    contracts   limits written by people, held against costs
    cached      costs and checks by way of the cache of sad.incremental
    gate, rules, checked, subject    one check, from sources to an ``outcome``
    outputs     an outcome as text, JSON, SARIF, JUnit, GitHub, GitLab, Markdown

Data flows one way: costs -> compare and contracts -> gate -> outcome -> outputs.
"""
