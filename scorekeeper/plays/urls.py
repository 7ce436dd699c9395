"""Nights and plays: what can be done to them. The night's own page is in pages."""

from django.urls import path

from scorekeeper.plays.views import latecomers, nights, people, printing, results, sharing, sheets

app_name = "plays"
urlpatterns = [
    path("groups/<slug:slug>/nights", nights.start_night, name="start-night"),
    path("nights/<uuid:night_id>/change", nights.change_night, name="change-night"),
    path("nights/<uuid:night_id>/players", nights.add_name, name="add-name"),
    path("nights/<uuid:night_id>/players/<uuid:player_id>/come", nights.come, name="come"),
    path("nights/<uuid:night_id>/players/<uuid:player_id>/leave", nights.leave, name="leave"),
    path("nights/<uuid:night_id>/results", results.log_result, name="log-result"),
    path("nights/<uuid:night_id>/plays/<slug:game>", nights.new_play, name="new-play"),
    path("plays/<uuid:play_id>", sheets.play, name="play"),
    path("plays/<uuid:play_id>/sheet", sheets.sheet, name="sheet"),
    path("plays/<uuid:play_id>/entries", sheets.record, name="record"),
    path("plays/<uuid:play_id>/preview", sheets.preview, name="preview"),
    path("plays/<uuid:play_id>/lines/<uuid:line_id>", sheets.line, name="line"),
    path("plays/<uuid:play_id>/lines/<uuid:line_id>/withdraw", sheets.withdraw, name="withdraw"),
    path("plays/<uuid:play_id>/players", latecomers.late, name="late"),
    path("plays/<uuid:play_id>/history", sheets.history, name="history"),
    path("plays/<uuid:play_id>/finish", sheets.finish, name="finish"),
    path("plays/<uuid:play_id>/reopen", sheets.reopen, name="reopen"),
    path("plays/<uuid:play_id>/abandon", sheets.abandon, name="abandon"),
    path("plays/<uuid:play_id>/rematch", sheets.rematch, name="rematch"),
    path("plays/<uuid:play_id>/share", sharing.share, name="share"),
    path("shares/<uuid:link_id>/revoke", sharing.revoke, name="revoke-share"),
    path("share/<str:secret>", sharing.shared, name="shared"),
    path("plays/<uuid:play_id>/big", sharing.big, name="big"),
    path("plays/<uuid:play_id>/print", printing.printed, name="print"),
    path("score-sheets/<slug:game>", printing.blank, name="blank"),
    path("players/<uuid:player_id>/merge", people.merge_player, name="merge-player"),
    path("players/<uuid:player_id>/unmerge", people.unmerge_player, name="unmerge-player"),
]
