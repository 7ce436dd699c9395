"""Reading the environment and the data folder."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper.environment import SOCKET_PATH_LIMIT, data_folder, flag, lan_addresses, secret_key, socket_in, words


@pytest.mark.parametrize(("text", "expected"), [("1", True), ("YES", True), ("0", False), ("off", False), ("", True)])
def test_a_flag_is_yes_or_no_and_else_its_default(monkeypatch: pytest.MonkeyPatch, text: str, expected: bool) -> None:
    monkeypatch.setenv("FLAG", text)
    assert flag("FLAG", default=True) is expected


def test_a_flag_that_is_neither_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAG", "maybe")
    with pytest.raises(ValueError, match="FLAG='maybe': use 1 or 0"):
        flag("FLAG")


def test_words_are_trimmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORDS", " a.example, ,b.example ")
    assert words("WORDS") == ["a.example", "b.example"]


def test_the_data_folder_is_closed_to_others(tmp_path: Path) -> None:
    folder = data_folder(tmp_path / "new" / "data")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_secret_key_is_made_once_whoever_is_first(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(secret_key, [tmp_path] * 32))
    assert len(keys) == 1
    assert len(keys.pop()) >= 50
    assert [(path.name, stat.S_IMODE(path.stat().st_mode)) for path in tmp_path.iterdir()] == [("secret-key", 0o600)]


def test_the_broker_listens_in_the_data_folder_unless_that_path_is_too_long(tmp_path: Path) -> None:
    assert socket_in(Path("/srv/scores")) == Path("/srv/scores/broker.sock")
    deep = tmp_path / ("d" * 120)
    assert len(str(socket_in(deep))) <= SOCKET_PATH_LIMIT
    assert socket_in(deep) != socket_in(tmp_path / ("e" * 120))


def test_addresses_for_others_hold_no_loopback() -> None:
    assert not [address for address in lan_addresses() if address.startswith("127.")]
