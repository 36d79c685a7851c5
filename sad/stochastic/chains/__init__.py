"""Continuous-time Markov chains: steady state and probabilities at a time.

``Chain`` is what all solvers read. ``steady_state`` chooses one by size: elimination for small and
middle-sized chains, multilevel aggregation for large ones. ``exact`` solves chains
whose rates are fractions, or have names; ``transient`` gives the probabilities at a time.
"""

from __future__ import annotations

from sad.stochastic.chains.chain import Chain, ChainError, SteadyState, chain_of
from sad.stochastic.chains.steady import steady_state

__all__ = ["Chain", "ChainError", "SteadyState", "chain_of", "steady_state"]
