"""One port for everything: event streams are served here, all else by Django in threads."""

import os
import re
from threading import Thread

from django.core.wsgi import get_wsgi_application
from granian.utils.proxies import wrap_asgi_with_proxy_headers

from scorekeeper.bridge import Bridge, Receive, Scope, Send
from scorekeeper.operations.processes import die_with_supervised_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
die_with_supervised_parent()
django_application = get_wsgi_application()

from django.conf import settings  # noqa: E402  only after Django is set up

from scorekeeper.plays.events.stream import application as events  # noqa: E402  likewise
from scorekeeper.rulings.selectors import warm_up  # noqa: E402  likewise

EVENTS = re.compile(r"/events/|/api/v1/(?:plays|nights)/[^/]+/events/?$")
HEALTH = ("/healthz", "/readyz")

site = Bridge(django_application, threads=settings.WEB_THREADS)
# Whoever watches the machine must not queue behind visitors, nor hold them up while a worker is asked.
health = Bridge(django_application, threads=1)

# The first question would wait for the rules' index; a second's work that nobody waits for here.
Thread(target=warm_up, name="warm-up", daemon=True).start()


async def route(scope: Scope, receive: Receive, send: Send) -> None:
    """Sends a request to who answers it."""
    path = scope["path"]
    if EVENTS.match(path):
        await events(scope, receive, send)
    elif path in HEALTH:
        await health(scope, receive, send)
    else:
        await site(scope, receive, send)


application = wrap_asgi_with_proxy_headers(route, settings.TRUSTED_PROXIES) if settings.TRUSTED_PROXIES else route
