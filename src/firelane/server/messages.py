"""What goes over the socket, both ways, and what HTTP takes and gives. `docs/protocol.md` is made from this.

One socket is one seat. Its first message is `hello` with the seat's secret, which stands in no address.
Whatever a player says carries an `id` of the client's own making: said twice, it counts once, whenever the
second time comes. The server answers it with `accepted`, `refused` or `error`, and sends `state` to every
seat for which something has changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

from firelane.core.labels import Called
from firelane.core.machine import AnyAside
from firelane.core.requests import kebab
from firelane.core.state import Standing
from firelane.rulebook.compare import Mark
from firelane.screen.board import Board, Fact, Ground
from firelane.screen.prompts import Look, Preview, Prompt, Sightline, Way
from firelane.screen.weapons import WeaponCard, WeaponGroup

Lang = Literal["en", "ja"]
Secret = Annotated[str, Meta(min_length=16, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_.:-]+$")]
Name = Annotated[str, Meta(max_length=100)]
Coordinate = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Place = tuple[Coordinate, Coordinate, Coordinate]


# What a client says


class Said(Struct, frozen=True, kw_only=True, tag=kebab, tag_field="type", forbid_unknown_fields=True):
    """A message to the server."""


class Hello(Said, frozen=True, kw_only=True):
    """The first message: which seat this is, in which language, and what was seen last (a `state`'s mark)."""

    token: Secret
    lang: Lang = "en"
    mark: Annotated[str, Meta(max_length=64)] = ""


class Language(Said, frozen=True, kw_only=True):
    """Another language from here on. `welcome` and the whole state come again in it."""

    lang: Lang


class AnswerGiven(Said, frozen=True, kw_only=True, tag="answer"):
    """An answer to an open request: `given` is the JSON that the prompt's parts come to."""

    id: Id
    request: Id
    given: Raw


class AsideGiven(Said, frozen=True, kw_only=True, tag="aside"):
    """What a seat may say unasked: concede, offer or refuse a draw, give or drop a standing order."""

    id: Id
    said: AnyAside


class Undo(Said, frozen=True, kw_only=True):
    """Take the last answer back."""

    id: Id


class OwnDice(Said, frozen=True, kw_only=True):
    """From here on this seat rolls its own dice (or no longer): the server then waits for `dice`."""

    id: Id
    own: bool


class Dice(Said, frozen=True, kw_only=True):
    """The faces that fell on the player's desk; none: the server throws this once."""

    id: Id
    request: Id
    faces: Annotated[tuple[Annotated[int, Meta(ge=1, le=1000)], ...], Meta(max_length=100)] = ()


class AskPreview(Said, frozen=True, kw_only=True):
    """What may be known of an answer before it is given, and whether it would be refused.

    `coach`: the veteran says what it thinks of it too, where open measuring was agreed.
    """

    id: Id
    request: Id
    given: Raw
    coach: bool = False


class AskLook(Said, frozen=True, kw_only=True):
    """What a figure sees and who sees it."""

    id: Id
    figure: Name


class AskWay(Said, frozen=True, kw_only=True):
    """The shortest way of a figure to a place: from where it stands, or from the end of what is drawn."""

    id: Id
    request: Id
    figure: Name
    to: Place
    start: Place | None = None


class TakeOver(Said, frozen=True, kw_only=True):
    """Have a machine player go on for one that has stopped (`machines-stopped`): another one, or the same."""

    id: Id
    seat: Name
    player: Name


AnySaid = (
    Hello
    | Language
    | AnswerGiven
    | AsideGiven
    | Undo
    | OwnDice
    | Dice
    | TakeOver
    | AskPreview
    | AskLook
    | AskWay
)


# What the server tells


class Told(Struct, frozen=True, gc=False, kw_only=True, tag=kebab, tag_field="type"):
    """A message to a client."""


class HouseRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the players have agreed beside the book. It is written into the head of the game file."""

    open_measuring: bool = False


class SeatShown(Struct, frozen=True, kw_only=True):
    """One seat of a room: who sits there (`human`, or a machine player by name). `name` is what the seat is
    called, where that is told."""

    seat: str
    player: str
    name: str = ""


class SetUpShown(Struct, frozen=True, kw_only=True):
    """What a game was set up with, in words, as everybody may read it before the first answer.

    `facts`: mission, table, points, house rules. `notes`: whole sentences on who set the game up, whether it
    came from a file, and what was laid down beforehand for which side.
    """

    facts: tuple[Fact, ...]
    notes: tuple[str, ...]


class Welcome(Told, frozen=True, kw_only=True):
    """The answer to `hello`: where one sits. `seat` is empty for a watcher.

    It comes again when the battlefield has become another, as where one is drawn. `free_seats` have an
    invitation that nobody has taken: until all are taken no `state` is sent, nothing is answered or rolled,
    and there is no `ground`; then `welcome` comes again. `commitment` is the hash of room and seed (sha256 of
    `firelane dice 1/ROOM/SEED`), empty in rooms made before there was one.
    """

    room: str
    seat: str
    seats: tuple[SeatShown, ...]
    ruleset: str
    house: HouseRules
    ground: Ground | None
    own_dice: bool
    program: str
    free_seats: tuple[str, ...]
    set_up: SetUpShown
    commitment: str


class LogLine(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One thing that happened, in words, with the ids of the rules behind it and the dice that count in it.

    The text names figures by their ids; `called` says what each was called then.
    """

    kind: str
    text: str
    rules: tuple[str, ...] = ()
    roller: str = ""
    why: str = ""
    dice: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    called: tuple[Called, ...] = ()


class Ended(Struct, frozen=True, gc=False, kw_only=True):
    """How the game ended. No winners: a draw."""

    winners: tuple[str, ...]
    rule: str
    text: str
    scores: Mapping[str, int]
    scored: tuple[LogLine, ...] = ()
    """What was scored, and for what: the lines of the log that say it."""


class State(Told, frozen=True, kw_only=True):
    """The game as the seat sees it now.

    The log: forget the lines from number `log_from` on (0 is the first) and put these there. `mark` says how
    far the log has been read; `hello` hands it back after a break. `waiting` names the seats that are asked
    something; whether they have answered is not told.

    The board: `still` names lists of it (`figures`, `things`, ...) of which only what has changed is sent,
    each with the ids of all that is in it now, in order; without ids all is as it was. What is not sent is as
    in the state before this one. The first state after `hello` or `language` is whole.
    """

    mark: str
    board: Board
    prompts: tuple[Prompt, ...]
    waiting: tuple[str, ...]
    answered: tuple[str, ...]
    """This seat's own requests that are answered and still sealed."""
    standing: tuple[Standing, ...]
    agreed_draw: tuple[str, ...]
    outcome: Ended | None
    log_from: int
    log: tuple[LogLine, ...]
    lines: tuple[Sightline, ...] = ()
    """The lines of fire of what was rolled in these lines of the log."""
    still: Mapping[str, tuple[str, ...]] = {}


class Present(Told, frozen=True, kw_only=True):
    """Which human seats are connected now."""

    seats: tuple[str, ...]


class MachinesStopped(Told, frozen=True, kw_only=True):
    """Machine players that broke down twice over the same answer: until somebody who has a seat says
    `take-over`, or takes an answer back, the game waits for them. `players` are those who can take over. It
    comes again when it is another, without `seats` when the game goes on. Where nobody but machines plays, a
    weaker one takes over by itself, and `welcome` says so."""

    seats: tuple[SeatShown, ...]
    players: tuple[str, ...]


class Accepted(Told, frozen=True, kw_only=True):
    """What was said under this id counts, and is stored. Said again, it is answered the same."""

    id: str


class Refused(Told, frozen=True, kw_only=True):
    """What was said under this id does not count: the rule, and the reason in words. Nothing has changed."""

    id: str
    rule: str
    text: str


class Error(Told, frozen=True, kw_only=True):
    """A message that could not be taken: malformed, too large, too many, foreign. Nothing has changed.

    `closing`: too many of them, and the connection is closed. A code that begins with `server.store-` is the
    server's own trouble: the connection may be closed with 1013 then, and the client comes again.
    """

    code: str
    text: str
    id: str = ""
    closing: bool = False


class Previewed(Told, frozen=True, kw_only=True):
    """The answer to `ask-preview`. `coach`: the veteran's comment, line by line, if it was asked for."""

    id: str
    preview: Preview
    coach: tuple[str, ...] = ()


class Looked(Told, frozen=True, kw_only=True):
    """The answer to `ask-look`."""

    id: str
    look: Look


class WayFound(Told, frozen=True, kw_only=True):
    """The answer to `ask-way`."""

    id: str
    way: Way


AnyTold = (
    Welcome | State | Present | MachinesStopped | Accepted | Refused | Error | Previewed | Looked | WayFound
)


# What HTTP takes and gives


class Asked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What HTTP takes."""


class InLanguage(Asked, frozen=True, kw_only=True):
    """In which language the answer is to be."""

    lang: Lang = "en"


class MomentAsked(InLanguage, frozen=True, kw_only=True):
    """A moment of a replay, seen from a side: one's own where none is named."""

    moment: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    side: Name = ""


class ReasonAsked(InLanguage, frozen=True, kw_only=True):
    """The moment that a machine player's answer led to."""

    moment: Annotated[int, Meta(ge=1, le=1_000_000)]


class RuleAsked(InLanguage, frozen=True, kw_only=True):
    """A rule or statement by its id."""

    id: Name


class RulesSought(InLanguage, frozen=True, kw_only=True):
    """Words to look for in the rulebook: in all catalogues, in one, or in what applies to the ruleset `game`,
    with its weapons."""

    words: Annotated[str, Meta(min_length=1, max_length=200)]
    catalogue: Name = ""
    game: Name = ""
    limit: Annotated[int, Meta(ge=1, le=100)] = 20


class ContentsAsked(InLanguage, frozen=True, kw_only=True):
    """The contents of one catalogue, or of all that applies to the ruleset `game`."""

    catalogue: Name = ""
    game: Name = ""


class WeaponsAsked(InLanguage, frozen=True, kw_only=True):
    """The weapon table of a ruleset."""

    ruleset: Name


class OddsAsked(InLanguage, frozen=True, kw_only=True):
    """By which edition the exchange is resolved."""

    ruleset: Name


class NewGame(Asked, frozen=True, kw_only=True):
    """A game to be set up.

    `setup` is the ruleset's own (field, mission, lists, ...); what is left out is as it comes. `players`
    names who sits where: `human` (where nothing is said) or a machine player. `delay` is how many seconds
    watchers are behind. The maker sits at `seat` (the first person's where none is named), and gets
    invitations to the other people's seats, for which his set-up may lay nothing down. With `one_screen` he
    gets all the seats. The seats in `own_dice` roll their own
    dice from the first on.
    """

    ruleset: Name
    setup: Mapping[str, Any] = {}
    players: Mapping[Name, Name] = {}
    seed: Name = ""
    house: HouseRules = HouseRules()
    delay: Annotated[int, Meta(ge=0, le=3600)] = 0
    seat: Name = ""
    one_screen: bool = False
    own_dice: tuple[Name, ...] = ()


class OpenAsked(InLanguage, frozen=True, kw_only=True):
    """Who goes on with a game file: its bringer at `seat`, with invitations to the other seats, or, with
    `one_screen`, at all of them."""

    seat: Name = ""
    one_screen: bool = False


class SeatLink(Struct, frozen=True, kw_only=True):
    """A human seat, and the secret that opens it or the invitation to it."""

    seat: str
    token: str


class GameMade(Struct, frozen=True, kw_only=True):
    """A game that stands ready: the secrets of the maker's seats and of watchers, and the invitations, which
    other people exchange for secrets of their own."""

    room: str
    ruleset: str
    seats: tuple[SeatLink, ...]
    invitations: tuple[SeatLink, ...]
    watch: str


class InvitationShown(Struct, frozen=True, kw_only=True):
    """What a link that is exchanged once leads to, before it is.

    `kind` is `invitation` (to a free seat) or `device` (to go on with one's own seat on another device).
    `lists` are the army lists among which the invited player chooses, none where there is no choice.
    """

    kind: str
    room: str
    seat: str
    seat_name: str
    ruleset: str
    title: str
    set_up: SetUpShown
    commitment: str
    lists: tuple[Named, ...]


class TakeSeat(Asked, frozen=True, kw_only=True):
    """Exchange a link for a seat's secret. `list` is the player's own army list, by name or whole."""

    list: Any = None


class SeatTaken(Struct, frozen=True, kw_only=True):
    """A seat, and the personal secret that opens it from here on."""

    room: str
    seat: str
    token: str


class DeviceLink(Struct, frozen=True, kw_only=True):
    """A link that opens one's own seat on one more device, once. An unused one made before it is void."""

    token: str


class DiceShown(Struct, frozen=True, kw_only=True):
    """The hash that commits to the seed of a room (of `firelane dice 1/ROOM/SEED`, where `room` is ROOM), and
    the seed, once the game is over for the reader."""

    room: str
    commitment: str
    seed: str


class Reachable(Struct, frozen=True, kw_only=True):
    """Where others reach this server. `only_here`: nobody but this machine does; else `addresses`, as far as
    the server knows them."""

    only_here: bool
    addresses: tuple[str, ...]


class Mine(Asked, frozen=True, kw_only=True):
    """The secrets that a browser remembers."""

    tokens: Annotated[tuple[Secret, ...], Meta(max_length=200)]


class GameShown(Struct, frozen=True, kw_only=True):
    """One of one's own games. `seat` is empty for a watcher; `asked`: it is this seat's turn to answer.

    `changed`: when this seat read or said something last. A watcher who is kept behind is told nothing that
    has happened since his time, nor that the game is over.
    """

    token: str
    room: str
    seat: str
    ruleset: str
    seats: tuple[SeatShown, ...]
    begun: str
    changed: str
    asked: bool
    over: bool
    winners: tuple[str, ...]


class Games(Struct, frozen=True, kw_only=True):
    """One's own games, those changed last first. Secrets that open nothing are left out."""

    games: tuple[GameShown, ...]


class Named(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something to choose: its key, its name in the reader's language, and a few words on it."""

    key: str
    name: str
    note: str = ""


class RulesetShown(Struct, frozen=True, kw_only=True):
    """A ruleset with what is ready for it. `setup` is the usual set-up; `mission_field` and `field_field`
    name where in it a mission and a battlefield are chosen."""

    name: str
    title: str
    seats: tuple[str, ...]
    seat_names: Mapping[str, str]
    missions: tuple[Named, ...]
    fields: tuple[Named, ...]
    lists: tuple[Named, ...]
    players: tuple[Named, ...]
    setup: Mapping[str, Any]
    mission_field: str
    field_field: str


class SetUps(Struct, frozen=True, kw_only=True):
    """All that can be played."""

    rulesets: tuple[RulesetShown, ...]


class ReplayShown(Struct, frozen=True, kw_only=True):
    """A game to be looked back on: how many moments it has (the first is 0), and from whose side.

    While it is played a seat sees its own side only, and the moments are those in which it has read or said
    something. When it is over for the reader, it has all moments and every side (`sides`; `*` shows all).
    """

    room: str
    ruleset: str
    moments: int
    over: bool
    sides: tuple[str, ...]
    ground: Ground


class MomentShown(Struct, frozen=True, kw_only=True):
    """One moment of a replay: the board, and what had just happened."""

    moment: int
    board: Board
    log: tuple[LogLine, ...]
    lines: tuple[Sightline, ...] = ()
    """The lines of fire of what was rolled then."""


class ReasonAt(Struct, frozen=True, kw_only=True):
    """A move that can be opened: the moment that it led to, and the line of one's own log beside which it
    stands."""

    moment: int
    log: int
    seat: str


class ReasonsShown(Struct, frozen=True, kw_only=True):
    """All moves of a finished game that can be opened."""

    reasons: tuple[ReasonAt, ...]


class TermShown(Struct, frozen=True, kw_only=True):
    """A part of a score, in points of the game, with its rule where one is behind it."""

    text: str
    points: float
    rule: str


class CandidateShown(Struct, frozen=True, kw_only=True):
    """An answer that was considered."""

    text: str
    score: float
    chosen: bool
    terms: tuple[TermShown, ...]


class ReasonShown(Struct, frozen=True, kw_only=True):
    """What a machine player weighed, the best first. `nodes`: how many answers it tried out."""

    moment: int
    seat: str
    player: str
    asked: str
    nodes: int
    candidates: tuple[CandidateShown, ...]


class RuleHit(Struct, frozen=True, kw_only=True):
    """Something found in the rulebook: a rule (no text) or a statement."""

    id: str
    catalogue: str
    name: str
    text: str


class RuleHits(Struct, frozen=True, kw_only=True):
    """What the words fit best; `weapons`: the weapons of the game that are called so."""

    hits: tuple[RuleHit, ...]
    weapons: tuple[WeaponCard, ...] = ()


class Chapter(Struct, frozen=True, kw_only=True):
    """The rules of one kind, in the order of the book. A rule is a key with its name."""

    kind: str
    name: str
    rules: tuple[Named, ...]


class Contents(Struct, frozen=True, kw_only=True):
    """What a rulebook holds, to leaf through."""

    chapters: tuple[Chapter, ...]


class WeaponTable(Struct, frozen=True, kw_only=True):
    """All weapons of a ruleset, by kind."""

    groups: tuple[WeaponGroup, ...]


class StatementShown(Struct, frozen=True, kw_only=True):
    """A statement in the reader's language, and how far it is kept: proven, waived (why), missing."""

    id: str
    text: str
    status: str
    tests: tuple[str, ...]
    reason: str
    unclear: str


class RuleShown(Struct, frozen=True, kw_only=True):
    """A rule with all its statements. `asked` is the id that was looked up."""

    id: str
    asked: str
    catalogue: str
    name: str
    kind: str
    source: str
    needs: str
    labels: tuple[str, ...]
    figures: Mapping[str, Any]
    statements: tuple[StatementShown, ...]


class ComparedStatement(Struct, frozen=True, kw_only=True):
    """A statement in a comparison."""

    id: str
    text: str


class ComparedCell(Struct, frozen=True, kw_only=True):
    """What one edition says in a row. `mark`: how it stands to CodeOne, in one word; `note`: what differs,
    or why there is nothing; `lenders`: the books that the edition borrows it from."""

    edition: str
    mark: Mark
    statements: tuple[ComparedStatement, ...]
    note: str
    lenders: tuple[str, ...]


class ComparedEdition(Struct, frozen=True, kw_only=True):
    """An edition with its rules of the name that was asked for."""

    edition: str
    name: str
    rules: tuple[Named, ...]


class RuleCompared(Struct, frozen=True, kw_only=True):
    """A rule in all editions side by side: the columns, and rows with a cell for each; `marks`: words for
    the marks that occur."""

    editions: tuple[ComparedEdition, ...]
    rows: tuple[tuple[ComparedCell, ...], ...]
    marks: tuple[Named, ...]


class CoveredEdition(Struct, frozen=True, kw_only=True):
    """How much is proven of all that holds in one edition, its own and what it takes over."""

    edition: str
    name: str
    statements: int
    proven: int
    waived: int
    missing: int


class Covered(Struct, frozen=True, kw_only=True):
    """How much of one catalogue the tests prove."""

    catalogue: str
    statements: int
    proven: int
    waived: int
    missing: int


class Coverage(Struct, frozen=True, kw_only=True):
    """How much of every catalogue the tests prove, and of every edition the tests that ran in it."""

    catalogues: tuple[Covered, ...]
    editions: tuple[CoveredEdition, ...]


class OddsShown(Struct, frozen=True, kw_only=True):
    """What can come of an exchange, as chances from 0 to 1. Hits are named `2h1c`: two hits, one critical."""

    win: Mapping[str, float]
    wounds_by_active: tuple[float, ...]
    wounds_by_reactive: tuple[float, ...]
    hits_by_active: Mapping[str, float]
    hits_by_reactive: Mapping[str, float]


class AttackTyped(Asked, frozen=True, kw_only=True):
    """An attack of Red Earth as `firelane odds bpre` reads it: who shoots (`pointman +1 x2`), and at whom
    (`suicide-bomber obstructed`)."""

    attacker: Annotated[str, Meta(min_length=1, max_length=200)]
    targets: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=200)], ...], Meta(min_length=1, max_length=4)
    ]


class FateShown(Struct, frozen=True, kw_only=True):
    """What becomes of one unit (`attacker`, `target-1`...), as chances from 0 to 1."""

    unit: str
    unharmed: float
    staggered: float
    killed: float


class AttackOdds(Struct, frozen=True, kw_only=True):
    """What can come of an attack: of everybody who may be harmed, and how many opponents are killed
    (`kills[2]`: two of them)."""

    fates: tuple[FateShown, ...]
    kills: tuple[float, ...]


class AttackForm(Struct, frozen=True, kw_only=True):
    """What an attack can be typed with: the Unit Cards of each side, occasions, and what cards either may
    have a use for."""

    units: tuple[Named, ...]
    occasions: tuple[Named, ...]
    attackers_cards: tuple[Named, ...]
    targets_cards: tuple[Named, ...]


class Complaint(Struct, frozen=True, kw_only=True):
    """What HTTP answers to what it cannot take, with a status from 400 on."""

    code: str
    text: str
