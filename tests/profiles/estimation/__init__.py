"""From counts to values of parameters: flow equations, and what each tool's counts say."""
