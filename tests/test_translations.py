"""German proves that everything is translatable: all of it is extracted, translated, compiled and shown."""

import ast
import datetime as dt
import re
import string
import uuid

import pytest
from babel.messages.catalog import Catalog
from django.utils import translation
from django.utils.translation import gettext

from gamerules.games import games, load
from gamerules.popcorn_dice import GAME as POPCORN_DICE
from scorekeeper.accounts.services import create_user
from scorekeeper.groups.services import add_player, create_group
from scorekeeper.plays.services import start_night, start_play
from tests.translations import LANGUAGES, calls, catalog_of, compiled, of_template, po_of, sentences, template, texts

GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de-DE,de;q=0.9,en;q=0.5"}


def entries(catalog: Catalog):
    """The messages of a catalogue without its header."""
    return [message for message in catalog if message.id]


def placeholders(text: str) -> set[str]:
    """What gettext's and the findings' sentences leave open, and the tags they carry."""
    fields = {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name is not None}
    return {f"{{{name}}}" for name in fields} | set(re.findall(r"%\(\w+\)[sd]|%%|<[^>]+>", text))


@pytest.fixture(scope="module")
def wanted():
    """Everything that the code and the templates show."""
    return template()


# -- the catalogue ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_the_code_stands_in_the_catalogue_and_nothing_else(language, wanted):
    def keys(catalog):
        return {(message.context, message.id) for message in entries(catalog)}

    assert keys(catalog_of(language)) == keys(wanted), "run: python -m tests.translations extract"


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_translated_and_nothing_is_a_guess(language):
    catalog = catalog_of(language)
    open_ones = [
        message.id
        for message in entries(catalog)
        if message.fuzzy or not texts(message.string) or not all(texts(message.string))
    ]
    assert open_ones == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_as_many_forms_as_the_language(language):
    catalog = catalog_of(language)
    plurals = [message for message in entries(catalog) if message.pluralizable]

    assert plurals
    assert [m.id for m in plurals if len(texts(m.string)) != catalog.num_plurals] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_leave_open_what_their_sentences_leave_open(language):
    wrong = [
        (message.id, form)
        for message in entries(catalog_of(language))
        for form in texts(message.string)
        if placeholders(form) != placeholders(texts(message.id)[-1])
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_django_reads_is_what_was_written(language):
    path = po_of(language).with_suffix(".mo")
    assert path.read_bytes() == compiled(catalog_of(language)), "run: python -m tests.translations compile"


# -- the extraction --------------------------------------------------------------------------------


def test_tags_of_templates_are_found_with_their_plurals_and_contexts():
    source = (
        '{% load i18n %}\n  <p>{% translate "One" %}</p>\n'
        "{% blocktranslate count n=list|length trimmed %}\n  {{ n }} play\n{% plural %}\n  {{ n }} plays\n"
        '{% endblocktranslate %}{% translate "won" context "badge" %}{{ value|default:_("none") }}'
    )
    assert set(of_template(source)) == {
        ("One", None), (("%(n)s play", "%(n)s plays"), None), ("won", "badge"), ("none", None),
    }  # fmt: skip


def test_calls_are_found_also_inside_other_strings():
    module = ast.parse(
        "x = f'{about} {_(\"inside\")}'\ny = ngettext('%(n)s play', '%(n)s plays', n)\n"
        "z = pgettext('badge', 'won')\n_(name)\nself.gettext('no call of ours')\n"
    )
    assert set(calls(module)) == {("inside", None), (("%(n)s play", "%(n)s plays"), None), ("won", "badge")}


def test_sentences_of_findings_are_found_wherever_they_are_written():
    module = ast.parse(
        "PAIR = (CLAUSE, 'beside {its} clause')\n"
        "def check(self):\n"
        "    template = 'named before' if self.odd else 'named otherwise'\n"
        "    yield CLAUSE.broken('points', template, player=1)\n"
        "    yield CLAUSE.says('a notice for {player}')\n"
        "    yield malformed('kind', 'a fault of form')\n"
        "    self.find('given to a function')\n"
        "def find(self, template): ...\n"
        "make = CLAUSE.broken if sure else CLAUSE.warns\n"
        "make('points', 'made under {another} name', another=1)\n"
    )
    assert sorted(sentences(module)) == [
        "a fault of form",
        "a notice for {player}",
        "beside {its} clause",
        "given to a function",
        "made under {another} name",
        "named before",
        "named otherwise",
    ]


# -- what people read ------------------------------------------------------------------------------


@pytest.fixture
def hanna(db):
    """Somebody who reads German because her browser asks for it."""
    return create_user(username="hanna", password="zwiebelkuchen im ofen")


@pytest.fixture
def notebook(hanna):
    """Her group."""
    return create_group(name="Freitagsrunde", owner=hanna, time_zone="Europe/Berlin")


@pytest.fixture
def sheet(notebook, hanna):
    """A popcorn dice play of two in it."""
    people = [add_player(group=notebook, name=name) for name in ("Ana", "Ben")]
    night = start_night(group=notebook, actor=hanna, players=people)
    return start_play(night=night, game="popcorn-dice", players=people, actor=hanna)


def read(client, path, **fields):
    """The page as it comes to a German browser; with fields, the answer to a form."""
    answer = client.post(path, fields, **GERMAN) if fields else client.get(path, **GERMAN)
    assert answer.headers["Content-Language"] == "de"
    return answer.content.decode()


@pytest.mark.django_db
def test_somebody_signs_in_in_german(client):
    page = read(client, "/sign-in")
    assert '<html lang="de"' in page
    assert "Anmelden" in page
    assert "Frag jemanden aus deiner Gruppe" in page


def test_the_page_of_a_group_is_german(client, hanna, notebook):
    client.force_login(hanna)
    page = read(client, f"/groups/{notebook.slug}/")
    assert "Heute Abend beginnen" in page
    assert "Start tonight" not in page


def test_a_sheet_refuses_in_german_and_names_the_clause(client, hanna, sheet):
    client.force_login(hanna)
    entry = {"kind": "points", "player": "Ana", "points": "39", "line": str(uuid.uuid4()), "version": sheet.version}
    page = read(client, f"/plays/{sheet.pk}/entries", **entry)
    assert "Ana hat 39 für diese Ladung eingetragen; mehr als 38 kann eine Ladung nicht bringen" in page
    assert "/rules/popcorn-dice/" in page


def test_a_clause_and_its_options_are_told_in_german(client, db):
    page = read(client, "/rules/popcorn-dice/do-over")
    assert "Ein erster Wurf mit vier oder mehr Verbrannten ist ungültig" in page
    assert "Ob ein erster Wurf mit vier oder mehr Verbrannten neu gewürfelt werden muss" in page


def test_dates_are_written_as_each_language_does(client, hanna, notebook):
    night = start_night(group=notebook, actor=hanna, players=[], date=dt.date(2026, 3, 6))
    client.force_login(hanna)
    path = f"/nights/{night.pk}"
    assert "Freitag, 6. März" in read(client, path)
    assert "Friday, 6 March" in client.get(path).content.decode()


def test_other_languages_get_english(client, db):
    assert '<html lang="en"' in client.get("/sign-in", HTTP_ACCEPT_LANGUAGE="fr").content.decode()


def test_a_finding_is_told_in_german():
    sheet = POPCORN_DICE.sheet.start(("Ana", "Ben"), POPCORN_DICE.options())
    entry = POPCORN_DICE.parse_entry({"kind": "points", "player": "Ben", "points": 5}, ("Ana", "Ben"))
    finding = sheet.explain(entry)[0]
    with translation.override("de"):
        told = finding.message(gettext)
    assert told == f"Ben ist nicht am Zug: Den Becher hat Ana ({finding.clause.id})"
    assert finding.message().startswith("It is not the turn of Ben")


def test_the_games_clauses_are_told_in_german():
    clauses = [clause for slug in games() for clause in load(slug).clauses.values()]
    with translation.override("de"):
        assert [clause.id for clause in clauses if gettext(clause.text) == clause.text] == []
