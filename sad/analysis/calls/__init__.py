"""Calls: who calls whom, what callees get, write and give back."""
