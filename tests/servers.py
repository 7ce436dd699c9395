"""Which real servers the tests may use, and whether they answer. `python -m tests.servers postgres` asks for one."""

import os
import socket
import sys
from urllib.parse import urlsplit

POSTGRES_URL = os.environ.get("TEST_DATABASE_URL") or "postgres://postgres@127.0.0.1:5432/scorekeeper"
REDIS_URL = os.environ.get("TEST_REDIS_URL") or "redis://127.0.0.1:6379/9"
MUST_ANSWER = os.environ.get("CI") == "true"
NOT_RUN = 75


def answers(url: str, default_port: int) -> bool:
    """Whether something accepts connections at the address within a second."""
    parts = urlsplit(url)
    try:
        socket.create_connection((parts.hostname or "127.0.0.1", parts.port or default_port), timeout=1).close()
    except OSError:
        return False
    return True


def main(name: str) -> int:
    """0 when the server answers, 75 when it does not and need not, 1 when it must."""
    url, port = {"postgres": (POSTGRES_URL, 5432), "redis": (REDIS_URL, 6379)}[name]
    if answers(url, port):
        return 0
    print(f"{name}: nothing answers at {url}; its tests are {'due and fail' if MUST_ANSWER else 'not run'}")
    return 1 if MUST_ANSWER else NOT_RUN


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
