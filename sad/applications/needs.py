"""Where an application can run: what its file says under ``needs``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from sad.applications.schema import Need
    from sad.applications.scope import Scope


def holds(need: Need, scope: Scope) -> Any:
    """Return at which points of ``scope`` a need is met, as truth values."""
    value = np.asarray(scope.value(need.stands), np.float64)
    match need.kind:
        case "power_of_two":
            return (value >= 1) & (np.exp2(np.round(np.log2(value))) == value)
        case "whole":
            return np.isfinite(value) & (np.floor(value) == value)
        case _:
            return value == 1


def reason_of(need: Need) -> str:
    """Return why the program cannot run where a need is not met."""
    said = {"power_of_two": "must be a power of two", "whole": "must be a whole number"}
    text = f"{need.text} {said.get(need.kind, 'must hold')}"
    return f"{text} ({need.because})" if need.because else text
