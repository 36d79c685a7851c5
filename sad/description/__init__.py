"""The symbolic application description: what a program does and how often, with no machine in it.

tree         the nodes: Block, Seq, Loop, Branch, Weighted, Call
parameters   what a count may depend on, and its class
build        analysis results to a description
terms        the derived sum of X*P*S terms
expand       a program from one entry: every block's count in terms of the inputs
serialize    saved descriptions (*.sad.json)
"""
