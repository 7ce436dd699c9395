"""The second door: REST under /api/v1/. It fetches with permission, calls one service, and answers."""
