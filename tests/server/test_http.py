"""What HTTP gives and takes, and what it never does."""

from __future__ import annotations

import http.client
import json
import socket
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from ambush.game import FIRST
from firelane.core.game import Game
from firelane.core.lines import header_for
from firelane.infinity.c1.game import C1
from firelane.players import Budget, random_player
from firelane.rulebook.book import Book
from firelane.server.app import HEADERS
from hanging import HANG_SECONDS
from server.running import FREE, play_out, running


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running(tmp_path_factory.mktemp("store") / "games.sqlite", FIRST, C1) as server:
        yield server


@pytest.fixture(scope="module")
def over(server):
    """A game that has been played."""
    game = server.new()
    with server.client(game["blue"]) as blue, server.client(game["red"]) as red:
        play_out([blue, red], seed=4)
    return game


# Setting up


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_can_be_played_is_listed(server, lang):
    status, found, _ = server.ask("GET", f"/api/setups?lang={lang}")
    assert status == 200
    codeone = next(one for one in found["rulesets"] if one["name"] == "c1")
    assert len(codeone["missions"]) >= 4
    assert {"yu-jing-30", "nomads-30"} <= {one["key"] for one in codeone["lists"]}
    assert "harbour-town" in {one["key"] for one in codeone["fields"]}
    assert codeone["setup"]["mission"] == "annihilation"
    assert [one["key"] for one in codeone["players"]][:1] == ["veteran"]
    mission = next(one for one in codeone["missions"] if one["key"] == "domination")
    assert mission["name"] == {"en": "Domination", "ja": "支配"}[lang]


BAD_GAMES = {
    "an unknown ruleset": ({"ruleset": "chess"}, "cli.no-ruleset"),
    "a ruleset that would be imported": ({"ruleset": "os:system"}, "cli.no-ruleset"),
    "an unknown field": ({"ruleset": "c1", "setup": {"field": "../../../etc/passwd"}}, "table.no-such-field"),
    "an unknown list": ({"ruleset": "c1", "setup": {"lists": {"blue": "/etc/passwd"}}}, "forces.no-list"),
    "a wrong type": ({"ruleset": "c1", "setup": {"rounds": "many"}}, "server.bad-setup"),
    "a sheet that is none": ({"ruleset": "c1", "setup": {"forces": {"blue": ["x/y"]}}}, None),
    "an unknown seat": ({"ruleset": "c1", "players": {"green": "random"}}, "cli.no-such-seat"),
    "an unknown player": ({"ruleset": "c1", "players": {"red": "god"}}, "server.no-player"),
    "dice that one side could foresee": ({"ruleset": "c1", "seed": "mine"}, "server.seed-among-people"),
    "a delay without end": ({"ruleset": "c1", "delay": 10**9}, "server.malformed"),
}


@pytest.mark.parametrize(("body", "code"), BAD_GAMES.values(), ids=BAD_GAMES.keys())
def test_a_game_that_cannot_be_set_up_is_told_why(server, body, code):
    status, told, _ = server.ask("POST", "/api/games?lang=ja", body)
    assert status == 400
    assert code is None or told["code"] == code
    assert told["text"]


def test_one_s_own_games_are_found_by_their_secrets(server, over):
    fresh = server.new()
    tokens = [over["watch"], fresh["blue"], fresh["red"], "no-such-secret-here", over["watch"]]
    status, found, _ = server.ask("POST", "/api/games/mine", {"tokens": tokens})
    assert status == 200
    assert [game["token"] for game in found["games"]] == [fresh["blue"], fresh["red"], over["watch"]]
    assert [game["asked"] for game in found["games"]] == [True, True, False]
    assert [game["over"] for game in found["games"]] == [False, False, True]


def test_a_seed_may_be_chosen_against_the_machine(server):
    first, second = (server.new(players={"red": "random"}, seed="7") for _ in range(2))
    for game in (first, second):
        with server.client(game["blue"]) as blue:
            blue.tell("aside", said={"aside": "concede"})
    files = [server.ask("GET", "/api/replay/file", token=game["blue"])[1] for game in (first, second)]
    assert [json.loads(file.split(b"\n")[0])["seed"] for file in files] == ["7", "7"]


# Looking back


def test_a_game_under_way_shows_one_s_own_side_only(server):
    game = server.new()
    with server.client(game["blue"]) as blue:
        blue.answer()
    status, shown, _ = server.ask("GET", "/api/replay", token=game["red"])
    assert (status, shown["over"], shown["sides"]) == (200, False, ["red"])
    for side in ("blue", "*"):
        status, told, _ = server.ask("GET", f"/api/replay/moment?moment=0&side={side}", token=game["red"])
        assert (status, told["code"]) == (403, "server.not-your-side")
    status, told, _ = server.ask("GET", "/api/replay/file", token=game["blue"])
    assert (status, told["code"]) == (403, "server.not-over")


def test_a_game_that_is_over_is_looked_back_on_from_every_side(server, over):
    status, shown, _ = server.ask("GET", "/api/replay", token=over["watch"])
    assert (status, shown["sides"]) == (200, ["blue", "red", "*"])
    texts = []
    for side in ("blue", "red", "*"):
        log = []
        for moment in range(shown["moments"]):
            status, one, _ = server.ask(
                "GET", f"/api/replay/moment?moment={moment}&side={side}", token=over["watch"]
            )
            assert status == 200
            log += [line["text"] for line in one["log"]]
        texts.append(log)
    assert texts[0] != texts[1]
    assert len(texts[2]) >= max(len(texts[0]), len(texts[1]))
    status, told, _ = server.ask("GET", f"/api/replay/moment?moment={shown['moments']}", token=over["watch"])
    assert (status, told["code"]) == (400, "server.no-moment")


def test_a_game_file_goes_out_and_comes_in_again(server, over):
    status, file, _ = server.ask("GET", "/api/replay/file", token=over["watch"])
    assert status == 200
    status, made, _ = server.ask("POST", "/api/games/open", file)
    assert status == 200
    _, old, _ = server.ask("GET", "/api/replay", token=over["watch"])
    _, new, _ = server.ask("GET", "/api/replay", token=made["watch"])
    assert {**new, "room": ""} == {**old, "room": ""}


def test_a_game_file_that_is_not_over_goes_on(server, over):
    _, file, _ = server.ask("GET", "/api/replay/file", token=over["watch"])
    half = b"".join(line + b"\n" for line in file.split(b"\n")[:15])
    _, made, _ = server.ask("POST", "/api/games/open?one_screen=true", half)
    tokens = {link["seat"]: link["token"] for link in made["seats"]}
    with server.client(tokens["blue"]) as blue, server.client(tokens["red"]) as red:
        assert len(blue.log) > 3
        assert play_out([blue, red], seed=9) > 0


def test_a_game_file_from_another_version_names_the_version_that_plays_it(server, over):
    _, file, _ = server.ask("GET", "/api/replay/file", token=over["watch"])
    header, *lines = file.split(b"\n")
    known = json.loads(header)
    status, told, _ = server.ask(
        "POST", "/api/games/open", json.dumps({**known, "firelane": 9, "program": "7.1"}).encode() + b"\n"
    )
    assert (status, told["code"]) == (400, "journal.other-format")
    assert "7.1" in told["text"]
    altered = [json.dumps({**known, "tables": "another", "program": "0.0.7"}).encode(), *lines]
    status, told, _ = server.ask("POST", "/api/games/open", b"\n".join(altered))
    assert (status, told["code"]) == (400, "journal.other-rules")
    assert "0.0.7" in told["text"]


def test_a_game_file_from_another_version_that_replays_is_opened(server):
    """Other tables that make no difference to this game: its checksums agree, so it is the same game."""
    header = replace(header_for(FIRST, FIRST.setup(), "1"), program="0.0.7", tables="others")
    lines = []
    game = Game(FIRST, header, lines.append)
    player, generator = random_player(FIRST), Random(1)
    while game.state.outcome is None:
        game.throw_all()
        for request in game.pending:
            given = player(game.view(request.seat), request, Budget(), generator)
            game.answer(request.seat, request.id, given)
    file = b"".join(msgspec.json.encode(line) + b"\n" for line in (header, *lines))
    status, made, _ = server.ask("POST", "/api/games/open", file)
    assert status == 200
    _, shown, _ = server.ask("GET", "/api/replay", token=made["watch"])
    assert (shown["over"], shown["moments"]) == (True, len(game.moments))


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"[]\n", b"{}\n", b"\xff\xfe\n", b'{"firelane": 1}\n', b"[" * 9_000 + b"\n"]
)
def test_a_file_that_is_no_game_is_told_so(server, data):
    status, told, _ = server.ask("POST", "/api/games/open", data)
    assert status == 400
    assert told["code"].startswith("journal.")


def test_an_altered_game_file_is_found_out(server, over):
    _, file, _ = server.ask("GET", "/api/replay/file", token=over["watch"])
    lines = file.split(b"\n")
    del lines[5]
    status, told, _ = server.ask("POST", "/api/games/open", b"\n".join(lines))
    assert status == 400
    assert told["code"] in ("journal.refused", "journal.altered")


# Rules and odds


def test_rules_are_looked_up_in_both_languages(server):
    _, found, _ = server.ask("GET", "/api/rules/search?words=suppressive+fire&limit=3")
    assert "Suppressive Fire" in {hit["name"] for hit in found["hits"]}
    _, found, _ = server.ask(
        "GET", "/api/rules/search?lang=ja&words=%E5%88%B6%E5%9C%A7%E5%B0%84%E6%92%83&limit=3"
    )
    assert "制圧射撃" in {hit["name"] for hit in found["hits"]}
    _, rule, _ = server.ask("GET", "/api/rules/show?id=n3.dodge.3")
    assert (rule["id"], rule["asked"]) == ("n3.dodge", "n3.dodge.3")
    assert {one["status"] for one in rule["statements"]} <= {"proven", "waived", "missing"}
    status, told, _ = server.ask("GET", "/api/rules/show?id=../../etc/passwd")
    assert (status, told["code"]) == (404, "rulebook.unknown-id-far")


def test_a_search_within_a_game_finds_its_weapons_and_its_rules_alone(server):
    _, found, _ = server.ask("GET", "/api/rules/search?words=combi+rifle&game=c1&limit=40")
    assert found["weapons"][0]["id"] == "combi-rifle"
    bands = [(band["label"], band["value"]) for band in found["weapons"][0]["rows"][0]["bands"]]
    assert bands == [("0–16″", "+3"), ("16–32″", "-3"), ("32–48″", "-6")]
    _, dodges, _ = server.ask("GET", "/api/rules/search?words=dodge&game=c1&limit=100")
    assert dodges["hits"]
    assert {hit["catalogue"] for hit in dodges["hits"]} <= {"c1", "n4-core", "n4"}
    _, everywhere, _ = server.ask("GET", "/api/rules/search?words=dodge&limit=100")
    assert {"n2", "n3"} <= {hit["catalogue"] for hit in everywhere["hits"]}
    assert everywhere["weapons"] == []


def test_an_id_looked_up_within_a_game_is_found_only_if_it_applies_there(server):
    _, found, _ = server.ask("GET", "/api/rules/search?words=n3.dodge&game=c1")
    assert not any(hit["catalogue"] == "n3" for hit in found["hits"])
    _, found, _ = server.ask("GET", "/api/rules/search?words=c1.dodge&game=c1")
    assert found["hits"][0]["id"] == "c1.dodge"


@pytest.mark.parametrize(
    "query", ["search?words=dodge&game=chess", "contents?game=chess", "weapons?ruleset=chess"]
)
def test_a_game_that_is_not_played_here_is_told_so(server, query):
    status, told, _ = server.ask("GET", f"/api/rules/{query}")
    assert (status, told["code"]) == (400, "cli.no-ruleset")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_contents_of_a_book_are_all_its_rules_in_chapters(server, lang):
    book = Book.open()
    for query, rules in (
        ("catalogue=c1", [rule.id for rule in book.rules("c1")]),
        ("game=c1", [r.id for c in book.catalogues() for r in book.rules(c) if "c1" in r.applies]),
        ("", [rule.id for catalogue in book.catalogues() for rule in book.rules(catalogue)]),
    ):
        _, told, _ = server.ask("GET", f"/api/rules/contents?lang={lang}&{query}")
        listed = [rule["key"] for chapter in told["chapters"] for rule in chapter["rules"]]
        assert sorted(listed) == sorted(rules)
        names = [chapter["name"] for chapter in told["chapters"]]
        assert len(set(names)) == len(names)


def test_the_weapon_table_of_a_game_is_given_in_both_languages(server):
    _, told, _ = server.ask("GET", "/api/rules/weapons?ruleset=c1")
    _, ja, _ = server.ask("GET", "/api/rules/weapons?ruleset=c1&lang=ja")
    assert (told["groups"][0]["title"], ja["groups"][0]["title"]) == ("Weapons", "武器")
    assert [len(one["cards"]) for one in told["groups"]] == [len(one["cards"]) for one in ja["groups"]]


@pytest.mark.parametrize(
    ("lang", "name", "differs"), [("en", "CodeOne", "differs"), ("ja", "コードワン", "違いがある")]
)
def test_a_rule_is_compared_in_all_editions(server, lang, name, differs):
    status, told, _ = server.ask("GET", f"/api/rules/compare?lang={lang}&id=c1.dodge")
    assert status == 200
    assert [one["edition"] for one in told["editions"]] == ["c1", "n4", "n3", "n2"]
    assert told["editions"][0]["name"] == name
    assert {"key": "differs", "name": differs} in told["marks"]
    assert all([cell["edition"] for cell in row] == ["c1", "n4", "n3", "n2"] for row in told["rows"])
    (row,) = [row for row in told["rows"] if [each["id"] for each in row[0]["statements"]] == ["c1.dodge.6"]]
    book = Book.open()
    assert row[0]["statements"][0]["text"] == book.statement("c1.dodge.6").text.say(lang)
    assert row[1]["mark"] == "differs"
    assert row[1]["note"] == next(p for p in book.pairs_of("c1.dodge.6") if p.edition == "n4").note.say(lang)


def test_what_cannot_be_compared_is_told_so(server):
    status, told, _ = server.ask("GET", "/api/rules/compare?id=bpre.skill.glint")
    assert (status, told["code"]) == (404, "rulebook.nothing-to-compare")


def test_coverage_is_told_honestly(server):
    _, found, _ = server.ask("GET", "/api/rules/coverage")
    assert [(one["edition"], one["statements"]) for one in found["editions"]] == [
        ("c1", 580),
        ("n4", 1292),
        ("n3", 2011),
        ("n2", 734),
        ("bpre", 399),
    ]
    for one in (*found["catalogues"], *found["editions"]):
        assert one["statements"] == one["proven"] + one["waived"] + one["missing"]
    assert sum(one["statements"] for one in found["catalogues"]) > 3_000


def test_odds_are_those_of_the_calculator(server):
    body = {"active": {"target": 12, "burst": 3, "damage": 13}, "reactive": {"target": 11, "damage": 13}}
    status, found, _ = server.ask("POST", "/api/odds?ruleset=n3", body)
    assert status == 200
    assert sum(found["win"].values()) == pytest.approx(1)
    assert sum(found["wounds_by_active"]) == pytest.approx(1)
    status, told, _ = server.ask("POST", "/api/odds?ruleset=n9", body)
    assert (status, told["code"]) == (400, "odds.no-ruleset")
    dodging = {"active": body["active"], "reactive": {"target": 11, "dodge": True, "burst": 2}}
    status, told, _ = server.ask("POST", "/api/odds?ruleset=n3", dodging)
    assert (status, told["code"]) == (400, "odds.unused")
    assert "reactive.burst" in told["text"]
    status, told, _ = server.ask("POST", "/api/odds?ruleset=n3", {"active": {"burst": 99}})
    assert (status, told["code"]) == (400, "server.malformed")


# Safety


@pytest.mark.parametrize("path", ["/", "/api/setups", "/api/openapi.json", "/nowhere", "/api/replay"])
def test_every_answer_has_the_security_headers(server, path):
    _, _, headers = server.ask("GET", path)
    for name, value in HEADERS:
        assert headers[name.decode()] == value.decode()
    assert "server" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd",
        "//etc/passwd",
        "/assets/../../app.py",
        "/static/../storage.py",
        "/%00",
        "/index.html%00.js",
    ],
)
def test_no_address_reaches_the_file_system(server, path):
    status, _, _ = server.ask("GET", path)
    assert status == 404


def test_the_start_page_is_there_or_says_how_to_build_it(server):
    status, page, headers = server.ask("GET", "/")
    assert status == 200
    assert headers["content-type"].startswith("text/html")
    assert b"<!doctype html>" in page.lower()


def test_a_page_of_another_site_gets_nothing(server):
    status, told, _ = server.ask("GET", "/api/setups", origin="https://example.org")
    assert (status, told["code"]) == (403, "server.foreign-page")
    status, _, _ = server.ask("GET", "/api/setups", origin=f"http://127.0.0.1:{server.port}")
    assert status == 200


@pytest.mark.parametrize("token", ["", "x", "x" * 32, "' OR 1=1 --", "é"])
def test_without_the_right_secret_there_is_no_game(server, token):
    status, told, _ = server.ask("GET", "/api/replay", token=token.encode().decode("latin-1"))
    assert (status, told["code"]) in ((401, "server.no-secret"), (404, "server.no-seat"))


def test_a_body_that_is_too_long_is_not_read_to_its_end(server):
    status, told, _ = server.ask("POST", "/api/games", b"x" * 300_000)
    assert (status, told["code"]) == (413, "server.too-long")


def _send_first(server, method: str, path: str, size: int, *headers: str) -> tuple[int, bytes]:
    """Send all of a body before anything is read, as many clients do; the status, and the answer's body."""
    head = (f"{method} {path} HTTP/1.1", "host: x", f"content-length: {size}", *headers)
    with socket.create_connection(("127.0.0.1", server.port), HANG_SECONDS) as line:
        line.sendall("\r\n".join((*head, "", "")).encode() + b"x" * size)
        answer = http.client.HTTPResponse(line)
        answer.begin()
        return answer.status, answer.read()


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("POST", "/api/games", (), 413),
        ("POST", "/api/games?what=1", (), 400),
        ("POST", "/api/games", ("origin: https://example.org",), 403),
        ("POST", "/api/seat/device", (), 401),
        ("POST", "/api/setups", (), 405),
        ("POST", "/nowhere", (), 405),
    ],
    ids=["too long", "wrong query", "foreign", "no secret", "wrong method", "no such address"],
)
def test_who_is_refused_before_his_body_was_read_hears_why(server, method, path, headers, status):
    for _ in range(3):
        found, told = _send_first(server, method, path, 6_000_000, *headers)
        assert found == status
        assert status == 405 or json.loads(told)["text"]


def test_a_body_without_end_is_not_read_for_ever(tmp_path):
    limits = FREE._replace(drained=300_000, drain_seconds=0.1)
    with running(tmp_path / "games.sqlite", limits=limits) as server:
        head = b"POST /api/games?what=1 HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000\r\n\r\n"
        for sent in (b"", b"x" * 400_000):
            with socket.create_connection(("127.0.0.1", server.port), HANG_SECONDS) as line:
                line.sendall(head + sent)
                assert line.recv(12) == b"HTTP/1.1 400"


def test_too_many_questions_are_not_answered(tmp_path):
    with running(tmp_path / "games.sqlite", limits=FREE._replace(requests=0.0, request_burst=3)) as server:
        statuses = [server.ask("GET", "/api/rules/coverage")[0] for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]


def test_games_are_not_set_up_without_end(tmp_path):
    with running(tmp_path / "games.sqlite", limits=FREE._replace(new_games=0.0, new_game_burst=2)) as server:
        body = {"ruleset": "ambush-1"}
        statuses = [server.ask("POST", "/api/games", body)[0] for _ in range(3)]
    assert statuses == [200, 200, 429]
