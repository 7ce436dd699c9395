"""Rules for everybody; house rulings for their group."""

from django.urls import path

from scorekeeper.rulings.views import asking, house, judging, reference

app_name = "rulings"
urlpatterns = [
    path("rules", reference.index, name="index"),
    path("rules/ask", asking.ask, name="ask"),
    path("rules/gamerules.whl", reference.wheel, name="wheel"),
    path("rules/<slug:game>.ipynb", reference.notebook, name="notebook"),
    path("rules/<str:name>.whl", reference.wheel_by_name, name="wheel-file"),
    path("rules/<slug:game>", reference.game, name="game"),
    path("rules/<slug:game>/judge", judging.judge_line, name="judge"),
    path("rules/<slug:game>/judge/table", judging.judge_table, name="judge-table"),
    path("rules/<slug:game>/<slug:name>", reference.clause, name="clause"),
    path("groups/<slug:slug>/rulings", house.rulings, name="house"),
    path("rulings/<uuid:ruling_id>/withdraw", house.withdraw, name="withdraw"),
]
