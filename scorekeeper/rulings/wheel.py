"""The rule modules as a wheel that the site serves: the same bytes whenever the same files are packed."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import gamerules

__all__ = ["DISTRIBUTION", "WHEEL_NAME", "wheel_bytes"]

DISTRIBUTION = "gamenight-gamerules"
NEEDS = ("pydantic>=2.14,<3", "rapidfuzz>=3.14", "snowballstemmer>=2.2")
_ROOT = Path(gamerules.__file__).parent
_SUFFIXES = {".py", ".md", ".bin", ".json", ".typed"}
_THEN = (1980, 1, 1, 0, 0, 0)  # zip's earliest; a wheel does not depend on when it was packed
_READABLE = 0o644 << 16


def _version() -> str:
    try:
        return version("gamenight-scorekeeper")
    except PackageNotFoundError:  # run from a checkout that is not installed
        return "0"


_STEM = f"{DISTRIBUTION.replace('-', '_')}-{_version()}"
WHEEL_NAME = f"{_STEM}-py3-none-any.whl"


def _sources() -> Iterator[tuple[str, bytes]]:
    """Every file of the package with its name in the wheel, in order."""
    for path in sorted(_ROOT.rglob("*")):
        if path.suffix in _SUFFIXES and path.is_file() and "__pycache__" not in path.parts:
            yield f"gamerules/{path.relative_to(_ROOT).as_posix()}", path.read_bytes()


def _about() -> Iterator[tuple[str, bytes]]:
    needs = "".join(f"Requires-Dist: {needed}\n" for needed in NEEDS)
    head = f"Metadata-Version: 2.1\nName: {DISTRIBUTION}\nVersion: {_version()}\nRequires-Python: >=3.11\n"
    yield f"{_STEM}.dist-info/METADATA", f"{head}{needs}".encode()
    wheel = f"Wheel-Version: 1.0\nGenerator: {DISTRIBUTION}\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    yield f"{_STEM}.dist-info/WHEEL", wheel.encode()


def _record(files: list[tuple[str, bytes]]) -> tuple[str, bytes]:
    """The list of all files with their digests, as installers check them."""
    name = f"{_STEM}.dist-info/RECORD"
    rows = [f"{path},sha256={_digest(content)},{len(content)}\n" for path, content in files]
    return name, "".join([*rows, f"{name},,\n"]).encode()


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


@lru_cache(maxsize=1)
def wheel_bytes() -> bytes:
    """The wheel, packed on first use."""
    files = [*_sources(), *_about()]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, content in [*files, _record(files)]:
            entry = zipfile.ZipInfo(path, _THEN)
            entry.external_attr, entry.compress_type = _READABLE, zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return packed.getvalue()
