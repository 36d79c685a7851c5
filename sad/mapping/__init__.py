"""Descriptions and machines put together: what a block costs.

bind             every cost model, and a program on a machine under one; bound is what that makes
cost_model       what a cost model is; additive and overlapping are those there are
resources        a block's demand of each resource, and how demands become its time
regions          the statements of one loop, how often it starts, mispredicted branches
prices, bounds   what operations, and so lines, ask of the parts of a processor
throughput       the time of a region from its bounds; combine shares it out over lines
loop_nests, walks, working_sets, footprints, memory_traffic
                 what loops touch, and which lines they bring in
memory_time      the time these lines take; working_set_text tells a working set
"""
