"""IR and facts about it to a model.

build    one unit's tree, and the description of a program
inputs   the parameters of a unit; guesses gives them values by published heuristics
drafts   descriptions before it is known what others need of them; costs given from outside
"""
