"""The model of a program: what it does and how often, with no machine in it.

It stands alone: nothing here knows how a model came to be (import-linter holds it).

nodes        Block, Seq, Loop, Branch, Weighted, Call, Message; units and descriptions
parameters   what a count may depend on, and its class
work         what compiled code does, for cost models beyond the sum of operation times
walks        operations over the nodes
expand       a program from one entry: every block's count in terms of the inputs
saved        saved descriptions (*.sad.json)
"""
