"""What a page holds, taken out of it again."""

from __future__ import annotations

import base64
import gzip
import json
import re
from typing import Any


def unpacked(page: str, name: str = "model") -> str:
    """Return packed text."""
    found = re.search(rf'<script type="application/gzip\+base64" id="{name}">(.*?)</script>', page)
    assert found is not None
    return gzip.decompress(base64.b64decode(found[1])).decode()


def model_in(page: str) -> Any:
    """Return the data that the page computes with."""
    return json.loads(unpacked(page))
