"""Reading the environment and the data folder for settings.py. Knows no Django."""

import hashlib
import os
import secrets
import socket
import tempfile
from contextlib import suppress
from pathlib import Path

SOCKET_PATH_LIMIT = 107  # bytes in sockaddr_un, less its closing zero


def flag(name: str, *, default: bool = False) -> bool:
    """True for 1, true, yes or on in any case. Raises ValueError for what is neither yes nor no."""
    text = os.environ.get(name, "").strip().lower()
    if text in ("1", "true", "yes", "on"):
        return True
    if text in ("0", "false", "no", "off"):
        return False
    if text:
        raise ValueError(f"{name}={text!r}: use 1 or 0")
    return default


def words(name: str) -> list[str]:
    """The comma-separated words of a variable, trimmed; none when it is empty or absent."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def data_folder(path: str | Path) -> Path:
    """The folder that holds everything worth a backup, made when absent and closed to other users."""
    folder = Path(path).expanduser().resolve()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def secret_key(data: Path) -> str:
    """The key kept in the data folder, made at first use; two processes that start together get the same one."""
    path = data / "secret-key"
    if not path.exists():
        _write_once(path, secrets.token_urlsafe(50))
    return path.read_text(encoding="ascii").strip()


def _write_once(path: Path, text: str) -> None:
    """Writes the file whole, readable by its owner only, unless somebody else was first."""
    handle, draft = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        Path(draft).unlink()


def socket_in(data: Path) -> Path:
    """Where the embedded broker listens: in the data folder, or in a private one of /tmp when that path is too long."""
    path = data / "broker.sock"
    if len(os.fsencode(path)) <= SOCKET_PATH_LIMIT:
        return path
    digest = hashlib.sha256(os.fsencode(data)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"scorekeeper-{os.getuid()}-{digest}" / "broker.sock"


def lan_addresses() -> list[str]:
    """The IPv4 addresses by which other devices reach this machine, the one of the default route first."""
    found = [_address_towards("192.0.2.1")]  # TEST-NET: connecting a datagram socket sends nothing
    with suppress(OSError):  # a machine need not know its own name
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if address and not address.startswith("127.")]


def _address_towards(target: str) -> str:
    """The own address that a packet to the target would carry; empty without a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((target, 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])
