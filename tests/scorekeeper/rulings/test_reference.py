"""The reference pages: every clause has its place, nothing comes from elsewhere, and downloads run."""

import base64
import contextlib
import hashlib
import io
import json
import subprocess
import sys
import zipfile

import nbformat
import pytest

from gamerules import games, load
from gamerules.rulebooks import rulebook_of
from scorekeeper.rulings.notebook import notebook_of
from scorekeeper.rulings.rendering import code_html, markdown_html
from scorekeeper.rulings.services import write_ruling
from scorekeeper.rulings.wheel import WHEEL_NAME, wheel_bytes

pytestmark = pytest.mark.django_db
TIE = "popcorn-dice/tie-again"


@pytest.mark.parametrize("slug", games())
def test_every_clause_ruling_and_open_point_has_a_place_on_the_page(reader, slug):
    page, book = reader().open(f"/rules/{slug}"), rulebook_of(slug)
    ids = [element["id"] for element in page.select("main [id]")]
    assert len(ids) == len(set(ids))
    wanted = {clause.name for clause in load(slug).clauses.values()} | {ruling.name for ruling in book.rulings}
    assert wanted - set(ids) == set()
    assert len(page.select("article.point")) == len(book.points)
    linked = {link["href"][1:] for link in page.select("main a[href^='#']")}
    assert linked - set(ids) - {"content"} == set()


@pytest.mark.parametrize("slug", games())
def test_every_cell_is_shown_with_what_it_printed(reader, slug):
    page, cells = reader().open(f"/rules/{slug}"), rulebook_of(slug).cells
    assert [shown.get_text() for shown in page.select("main pre.code code")] == [cell.source + "\n" for cell in cells]
    printed = [cell.expected for cell in cells if cell.expected is not None]
    assert [shown.get_text() for shown in page.select("main pre.printed")] == printed


@pytest.mark.parametrize("slug", games())
def test_every_clause_has_a_page_that_tells_it(reader, slug):
    browser = reader()
    for clause in load(slug).clauses.values():
        page = browser.open(f"/rules/{slug}/{clause.name}")
        assert page.select_one(".statement").get_text() == clause.text
        assert clause.locator in page.select_one(".title").get_text()
        assert not page.select("form#ruling-form")


def test_nothing_on_the_pages_comes_from_elsewhere(reader):
    browser = reader()
    for path in ["/rules", "/rules/ask?q=tie", *(f"/rules/{slug}" for slug in games()), "/rules/pop-tarts/judge"]:
        page = browser.open(path)
        places = [element.get("href") or element.get("src") for element in page.select("[href], [src]")]
        assert [place for place in places if not place.startswith(("/", "#"))] == [], path
        assert not page.select("[style], style, script:not([src])"), path


def test_a_clause_page_gathers_what_rests_on_it(reader):
    page = reader().open("/rules/popcorn-dice/do-over")
    assert page.select_one("#first-roll-four-burnt, .question")
    assert {cited.get_text() for question in page.select(".question") for cited in question.select(".clause")} >= {
        "do-over"
    }
    assert [row.get_text(" ", strip=True) for row in page.select(".options tbody th")] == [
        "Do over PD1",
        "Do over repeat PD2",
    ]


@pytest.mark.parametrize(
    "path", ["/rules/chess", "/rules/chess/castling", "/rules/popcorn-dice/castling", "/rules/chess.ipynb"]
)
def test_what_does_not_exist_is_404(client, path):
    assert client.get(path).status_code == 404


def test_the_options_are_told_with_reading_alternatives_and_effect(reader):
    page = reader().open("/rules/popcorn-dice")
    row = page.select_one("#option-do_over")
    assert [cell.get_text(" ", strip=True) for cell in row.select("td")[:2]] == ["forced", "choice, none"]
    assert row.select_one("th a")["href"] == "#pd1-must-or-may"
    assert row.select_one("a.clause")["href"] == "/rules/popcorn-dice/do-over"


def test_house_rulings_stand_beside_the_clause_for_their_group_only(reader, group, owner, outsider):
    write_ruling(group=group, clause=TIE, text="The hedgehog decides", actor=owner)
    for path in ("/rules/popcorn-dice", f"/rules/{TIE}"):
        assert reader(owner).open(path).select_one(".house .said-so").get_text() == "The hedgehog decides"
        assert "hedgehog" not in reader(outsider).open(path).get_text()
        assert "hedgehog" not in reader().open(path).get_text()
    inside = reader(owner).open("/rules/popcorn-dice").select_one("#tie-again")
    assert inside.select_one(".house")


def test_lines_that_cite_the_clause_are_listed_for_their_group_only(reader, dice, log, owner, outsider):
    recorded = log(dice, player="Ana", points=40, ruled="Dropped die counted as a double")
    [line] = reader(owner).open("/rules/popcorn-dice/score-pairs").select("#lines li")
    assert "Dropped die counted as a double" in line.get_text()
    assert line.select_one("a")["href"] == f"/plays/{dice.pk}/lines/{recorded.entry.line}"
    assert not reader(owner).open("/rules/popcorn-dice/goal").select("#lines")
    assert not reader(outsider).open("/rules/popcorn-dice/score-pairs").select("#lines")


@pytest.mark.parametrize(("rulings", "expected"), [(1, 8), (3, 8)])
def test_a_clause_page_asks_the_database_as_often_however_many_rulings(
    reader, group, owner, dice, log, django_assert_max_num_queries, rulings, expected
):
    for number in range(rulings):
        write_ruling(group=group, clause=TIE, text=f"ruling {number}", actor=owner)
    browser = reader(owner)
    with django_assert_max_num_queries(expected):
        assert len(browser.open(f"/rules/{TIE}").select(".house")) == rulings


def test_html_in_a_rulebook_is_shown_as_text():
    assert "<script>" not in markdown_html("Look: <script>alert(1)</script>")
    assert "<b>" not in code_html("'<b>'")


def test_the_name_of_a_clause_set_as_code_is_a_link():
    assert markdown_html("See `burnt-batch`.", "popcorn-dice") == (
        '<p>See <a class="clause" href="/rules/popcorn-dice/burnt-batch"><code>burnt-batch</code></a>.</p>\n'
    )
    assert "href" not in markdown_html("See `ask`.", "popcorn-dice")


# -- downloads -------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", games())
def test_the_notebook_is_valid_and_prints_what_it_shows(client, slug):
    answer = client.get(f"/rules/{slug}.ipynb")
    assert answer["Content-Disposition"] == f'attachment; filename="{slug}-rules.ipynb"'
    notebook = nbformat.reads(answer.content.decode(), as_version=4)
    nbformat.validate(notebook)
    assert f"pip install http://testserver/rules/{WHEEL_NAME}" in notebook.cells[0].source
    namespace = {"__name__": "__main__"}
    for cell in (cell for cell in notebook.cells if cell.cell_type == "code"):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(cell.source, "<cell>", "exec"), namespace)
        assert printed.getvalue().rstrip() == "".join(output.text for output in cell.outputs).rstrip()


def test_the_notebook_tells_everything_the_rulebook_does():
    book = rulebook_of("popcorn-dice")
    cells = notebook_of("popcorn-dice", wheel="x")["cells"]
    assert [cell["source"] for cell in cells if cell["cell_type"] == "code"] == [cell.source for cell in book.cells]
    told = "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
    assert [section.title for section in book.sections if section.title not in told] == []


def test_the_wheel_holds_the_package_and_installs_by_its_record(client, tmp_path):
    assert client.get("/rules/gamerules.whl")["Location"] == f"/rules/{WHEEL_NAME}"
    content = client.get(f"/rules/{WHEEL_NAME}").content
    assert content == wheel_bytes()
    archive = zipfile.ZipFile(io.BytesIO(content))
    record = next(name for name in archive.namelist() if name.endswith("RECORD"))
    for row in archive.read(record).decode().splitlines():
        name, digest, size = row.rsplit(",", 2)
        packed = archive.read(name)
        if digest:
            made = base64.urlsafe_b64encode(hashlib.sha256(packed).digest()).rstrip(b"=").decode()
            assert (digest, int(size)) == (f"sha256={made}", len(packed)), name
    assert "gamerules/popcorn_dice/rulebook.md" in archive.namelist()
    assert not any("__pycache__" in name for name in archive.namelist())

    archive.extractall(tmp_path)
    code = "import gamerules, json; print(gamerules.__file__); print(json.dumps(gamerules.games()))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    where, listed = done.stdout.splitlines()
    assert where.startswith(str(tmp_path))
    assert set(json.loads(listed)) >= set(games())


def test_another_wheel_is_not_there(client):
    assert client.get("/rules/other-1.0-py3-none-any.whl").status_code == 404
