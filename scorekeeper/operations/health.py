"""Whether what this site stands on can be reached, each question with a time limit."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.db import DatabaseError, connection
from kombu.exceptions import KombuError
from redis import RedisError

from scorekeeper.celery import app
from scorekeeper.operations.programs import broker_answers

SECONDS = 2.0


def parts() -> dict[str, str]:
    """Each part with "ok", "inline" (no broker by choice or lack of one) or "unreachable"."""
    questions: dict[str, Callable[[], bool]] = {"database": database_answers}
    if not settings.JOBS_INLINE:
        questions |= {"broker": broker_answers, "worker": worker_answers}
    with ThreadPoolExecutor(len(questions)) as pool:
        asked = {name: pool.submit(question) for name, question in questions.items()}
        found = {name: "ok" if answer.result() else "unreachable" for name, answer in asked.items()}
    return {"broker": "inline", "worker": "inline"} | found


def database_answers() -> bool:
    """Whether the database answers a query; PostgreSQL's pool waits at most ten seconds for a connection."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except DatabaseError:
        return False
    finally:
        connection.close()


def worker_answers() -> bool:
    """Whether any worker answers the broker's call in time."""
    try:
        return bool(app.control.inspect(timeout=SECONDS, limit=1).ping())
    except (KombuError, RedisError, OSError):
        return False
