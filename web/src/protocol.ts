// Made by `make web-types` from the Python structs of the same names: change those, not this.

/** What was said under this id counts, and is stored. Said again, it is answered the same. */
export interface Accepted {
  type: "accepted";
  id: string;
}

/** Offer a draw or accept one: when every seat has said so, the game is drawn. */
export interface AgreeDraw {
  aside: "agree-draw";
}

/** An answer to an open request: `given` is the JSON that the prompt's parts come to. */
export interface AnswerGiven {
  type: "answer";
  id: string;
  request: string;
  given: unknown;
}

/** What a seat may say unasked: concede, offer or refuse a draw, give or drop a standing order. */
export interface AsideGiven {
  type: "aside";
  id: string;
  said: Concede | AgreeDraw | RefuseDraw | SetStanding | DropStanding;
}

/** What a figure sees and who sees it. */
export interface AskLook {
  type: "ask-look";
  id: string;
  figure: string;
}

/** What may be known of an answer before it is given, and whether it would be refused. */
export interface AskPreview {
  type: "ask-preview";
  id: string;
  request: string;
  given: unknown;
  coach?: boolean;
}

/** The shortest way of a figure to a place: from where it stands, or from the end of what is drawn. */
export interface AskWay {
  type: "ask-way";
  id: string;
  request: string;
  figure: string;
  to: [number, number, number];
  start?: [number, number, number] | null;
}

/** One side. `target` is the target number after modifiers, 0 for no roll; `hits_save` is the victim's. */
export interface Attack {
  target?: number;
  burst?: number;
  ammo?: string;
  damage?: number;
  hits_save?: HitsSave;
  dodge?: boolean;
  template?: boolean;
}

/** What an attack can be typed with: the Unit Cards of each side, occasions, and what cards either may */
export interface AttackForm {
  units: Named[];
  occasions: Named[];
  attackers_cards: Named[];
  targets_cards: Named[];
}

/** What can come of an attack: of everybody who may be harmed, and how many opponents are killed */
export interface AttackOdds {
  fates: FateShown[];
  kills: number[];
}

/** An attack of Red Earth as `firelane odds bpre` reads it: who shoots (`pointman +1 x2`), and at whom */
export interface AttackTyped {
  attacker: string;
  targets: string[];
}

/** A state, mark or chit: a few letters on the base, the whole word beside it. */
export interface Badge {
  short: string;
  text: string;
  rule?: string;
}

/** A range band or a kind of line, the figure that holds there, and how good it is, for the colour. The */
export interface BandShown {
  label: string;
  value: string;
  tone?: "bad" | "best" | "even" | "good" | "worst";
}

/** All that the seat sees of the game now. */
export interface Board {
  title: string;
  figures?: Figure[];
  things?: Thing[];
  areas?: Shape[];
  sides?: Side[];
  hand?: Card[];
  open_cards?: Card[];
  facts?: Fact[];
  mission?: MissionCard | null;
  goals?: GoalShown[];
  active?: string[];
  outcome?: string;
}

/** A figure that a text names by its id: its label, what it is, and whose. */
export interface Called {
  id: string;
  label: string;
  name?: string;
  side?: string;
}

/** An answer that was considered. */
export interface CandidateShown {
  text: string;
  score: number;
  chosen: boolean;
  terms: TermShown[];
}

/** A card in the reader's own hand, or one that lies open. */
export interface Card {
  id: string;
  name: string;
  text?: string;
  rule?: string;
}

/** One thing that can happen and how likely it is. */
export interface Chance {
  label: string;
  chance: number;
  side?: string;
}

/** The rules of one kind, in the order of the book. A rule is a key with its name. */
export interface Chapter {
  kind: string;
  name: string;
  rules: Named[];
}

/** What one edition says in a row. `mark`: how it stands to CodeOne, in one word; `note`: what differs, */
export interface ComparedCell {
  edition: string;
  mark: "alike" | "differs" | "first" | "none" | "same" | "unknown" | "unpaired";
  statements: ComparedStatement[];
  note: string;
  lenders: string[];
}

/** An edition with its rules of the name that was asked for. */
export interface ComparedEdition {
  edition: string;
  name: string;
  rules: Named[];
}

/** A statement in a comparison. */
export interface ComparedStatement {
  id: string;
  text: string;
}

/** What HTTP answers to what it cannot take, with a status from 400 on. */
export interface Complaint {
  code: string;
  text: string;
}

/** Give the game up. */
export interface Concede {
  aside: "concede";
}

/** What a rulebook holds, to leaf through. */
export interface Contents {
  chapters: Chapter[];
}

/** The contents of one catalogue, or of all that applies to the ruleset `game`. */
export interface ContentsAsked {
  lang?: "en" | "ja";
  catalogue?: string;
  game?: string;
}

/** How much of every catalogue the tests prove, and of every edition the tests that ran in it. */
export interface Coverage {
  catalogues: Covered[];
  editions: CoveredEdition[];
}

/** How much of one catalogue the tests prove. */
export interface Covered {
  catalogue: string;
  statements: number;
  proven: number;
  waived: number;
  missing: number;
}

/** How much is proven of all that holds in one edition, its own and what it takes over. */
export interface CoveredEdition {
  edition: string;
  name: string;
  statements: number;
  proven: number;
  waived: number;
  missing: number;
}

/** A link that opens one's own seat on one more device, once. An unused one made before it is void. */
export interface DeviceLink {
  token: string;
}

/** The faces that fell on the player's desk; none: the server throws this once. */
export interface Dice {
  type: "dice";
  id: string;
  request: string;
  faces?: number[];
}

/** The hash that commits to the seed of a room (of `firelane dice 1/ROOM/SEED`, where `room` is ROOM), and */
export interface DiceShown {
  room: string;
  commitment: string;
  seed: string;
}

/** Take back the standing orders for these kinds of questions; none named: all of them. */
export interface DropStanding {
  aside: "drop-standing";
  kinds?: string[];
}

/** How the game ended. No winners: a draw. */
export interface Ended {
  winners: string[];
  rule: string;
  text: string;
  scores: Record<string, number>;
  scored?: LogLine[];
}

/** A message that could not be taken: malformed, too large, too many, foreign. Nothing has changed. */
export interface Error {
  type: "error";
  code: string;
  text: string;
  id?: string;
  closing?: boolean;
}

/** Both sides. */
export interface Exchange {
  active: Attack;
  reactive?: Attack;
}

/** Something to read: what it is, what it says, and the rule behind it. */
export interface Fact {
  label: string;
  value: string;
  rule?: string;
  opens?: string;
}

/** What becomes of one unit (`attacker`, `target-1`...), as chances from 0 to 1. */
export interface FateShown {
  unit: string;
  unharmed: number;
  staggered: number;
  killed: number;
}

/** A model or marker. `away` says where it is if it is not on the table. */
export interface Figure {
  id: string;
  name: string;
  side: string;
  label: string;
  x?: number;
  y?: number;
  z?: number;
  radius?: number;
  height?: number;
  facing?: number | null;
  arc?: number;
  marker?: boolean;
  down?: boolean;
  away?: string;
  badges?: Badge[];
  card?: Fact[];
  note?: string;
}

/** A game that stands ready: the secrets of the maker's seats and of watchers, and the invitations, which */
export interface GameMade {
  room: string;
  ruleset: string;
  seats: SeatLink[];
  invitations: SeatLink[];
  watch: string;
}

/** One of one's own games. `seat` is empty for a watcher; `asked`: it is this seat's turn to answer. */
export interface GameShown {
  token: string;
  room: string;
  seat: string;
  ruleset: string;
  seats: SeatShown[];
  begun: string;
  changed: string;
  asked: boolean;
  over: boolean;
  winners: string[];
}

/** One's own games, those changed last first. Secrets that open nothing are left out. */
export interface Games {
  games: GameShown[];
}

/** How far one side has come with a goal, as far as the reader may know. */
export interface GoalShare {
  seat: string;
  have: string;
  worth?: string;
  left?: string;
}

/** One way of winning or of making points. */
export interface GoalShown {
  id: string;
  text: string;
  when?: string;
  rule?: string;
  shares?: GoalShare[];
}

/** The battlefield. It is sent once. */
export interface Ground {
  name: string;
  width: number;
  depth: number;
  shapes: Shape[];
}

/** The first message: which seat this is, in which language, and what was seen last (a `state`'s mark). */
export interface Hello {
  type: "hello";
  token: string;
  lang?: "en" | "ja";
  mark?: string;
}

/** What whoever is hit saves with. `cover` is the part that ammunition does not halve. */
export interface HitsSave {
  attribute?: string;
  value?: number;
  cover?: number;
  second?: Second | null;
}

/** What the players have agreed beside the book. It is written into the head of the game file. */
export interface HouseRules {
  open_measuring?: boolean;
}

/** In which language the answer is to be. */
export interface InLanguage {
  lang?: "en" | "ja";
}

/** What a link that is exchanged once leads to, before it is. */
export interface InvitationShown {
  kind: string;
  room: string;
  seat: string;
  seat_name: string;
  ruleset: string;
  title: string;
  set_up: SetUpShown;
  commitment: string;
  lists: Named[];
}

/** Another language from here on. `welcome` and the whole state come again in it. */
export interface Language {
  type: "language";
  lang: "en" | "ja";
}

/** One thing that happened, in words, with the ids of the rules behind it and the dice that count in it. */
export interface LogLine {
  kind: string;
  text: string;
  rules?: string[];
  roller?: string;
  why?: string;
  dice?: number[];
  faces?: number[];
  called?: Called[];
}

/** What a figure sees, who sees it, as far as the book lets the seat check, and what it attacks with. */
export interface Look {
  figure: string;
  sees?: string[];
  seen_by?: string[];
  lines?: Sightline[];
  weapons?: WeaponCard[];
}

/** The answer to `ask-look`. */
export interface Looked {
  type: "looked";
  id: string;
  look: Look;
}

/** Machine players that broke down twice over the same answer: until somebody who has a seat says */
export interface MachinesStopped {
  type: "machines-stopped";
  seats: SeatShown[];
  players: string[];
}

/** The secrets that a browser remembers. */
export interface Mine {
  tokens: string[];
}

/** The head of the card; its goals are beside it on the board. */
export interface MissionCard {
  name: string;
  rule?: string;
  lines?: string[];
  scores?: ScoreShown[];
}

/** A moment of a replay, seen from a side: one's own where none is named. */
export interface MomentAsked {
  lang?: "en" | "ja";
  moment?: number;
  side?: string;
}

/** One moment of a replay: the board, and what had just happened. */
export interface MomentShown {
  moment: number;
  board: Board;
  log: LogLine[];
  lines?: Sightline[];
}

/** Something to choose: its key, its name in the reader's language, and a few words on it. */
export interface Named {
  key: string;
  name: string;
  note?: string;
}

/** A game to be set up. */
export interface NewGame {
  ruleset: string;
  setup?: Record<string, unknown>;
  players?: Record<string, string>;
  seed?: string;
  house?: HouseRules;
  delay?: number;
  seat?: string;
  one_screen?: boolean;
  own_dice?: string[];
}

/** By which edition the exchange is resolved. */
export interface OddsAsked {
  lang?: "en" | "ja";
  ruleset: string;
}

/** What can come of an exchange, as chances from 0 to 1. Hits are named `2h1c`: two hits, one critical. */
export interface OddsShown {
  win: Record<string, number>;
  wounds_by_active: number[];
  wounds_by_reactive: number[];
  hits_by_active: Record<string, number>;
  hits_by_reactive: Record<string, number>;
}

/** Who goes on with a game file: its bringer at `seat`, with invitations to the other seats, or, with */
export interface OpenAsked {
  lang?: "en" | "ja";
  seat?: string;
  one_screen?: boolean;
}

/** One thing to choose. One that is forbidden is shown with the reason and cannot be chosen. */
export interface Option {
  id: string;
  label: string;
  value?: unknown;
  group?: string;
  figure?: string;
  targets?: string[];
  detail?: string;
  rules?: string[];
  slots?: Slot[];
  forbidden?: string;
  forbidden_rule?: string;
  points?: [number, number][];
  copies?: number;
  cost?: number;
  confirm?: string;
}

/** The odds of one course of events: with this reaction, at this range. */
export interface Outlook {
  title: string;
  sums?: Sum[];
  chances?: Chance[];
}

/** From here on this seat rolls its own dice (or no longer): the server then waits for `dice`. */
export interface OwnDice {
  type: "own-dice";
  id: string;
  own: boolean;
}

/** One decision within an answer. */
export interface Part {
  id: string;
  label: string;
  place: string;
  options: Option[];
  figure?: string;
  optional?: boolean;
  left_open?: string;
  several?: boolean;
  least?: number;
  most?: number;
  chosen?: string[];
}

/** Which human seats are connected now. */
export interface Present {
  type: "present";
  seats: string[];
}

/** What the seat may know of an answer before giving it. */
export interface Preview {
  text: string;
  refusal?: string;
  rule?: string;
  facts?: Fact[];
  watchers?: SeenFrom[];
  outlooks?: Outlook[];
  hopeless?: string[];
  lines?: Sightline[];
}

/** The answer to `ask-preview`. `coach`: the veteran's comment, line by line, if it was asked for. */
export interface Previewed {
  type: "previewed";
  id: string;
  preview: Preview;
  coach?: string[];
}

/** What is being asked. `base` is the answer before any part is filled in. */
export interface Prompt {
  id: string;
  kind: string;
  title: string;
  confirm: string;
  passing?: string;
  help?: string;
  rules?: string[];
  actors?: string[];
  base?: unknown;
  parts?: Part[];
  standing?: PromptsStanding[];
  usual?: Usual | null;
  dice?: number[];
  throws?: Throw[];
}

/** A standing order that may be given here: what it says, how long it holds. */
export interface PromptsStanding {
  id: string;
  label: string;
  order: unknown;
}

/** Where others reach this server. `only_here`: nobody but this machine does; else `addresses`, as far as */
export interface Reachable {
  only_here: boolean;
  addresses: string[];
}

/** The moment that a machine player's answer led to. */
export interface ReasonAsked {
  lang?: "en" | "ja";
  moment: number;
}

/** A move that can be opened: the moment that it led to, and the line of one's own log beside which it */
export interface ReasonAt {
  moment: number;
  log: number;
  seat: string;
}

/** What a machine player weighed, the best first. `nodes`: how many answers it tried out. */
export interface ReasonShown {
  moment: number;
  seat: string;
  player: string;
  asked: string;
  nodes: number;
  candidates: CandidateShown[];
}

/** All moves of a finished game that can be opened. */
export interface ReasonsShown {
  reasons: ReasonAt[];
}

/** Take an offer back or turn one down. */
export interface RefuseDraw {
  aside: "refuse-draw";
}

/** What was said under this id does not count: the rule, and the reason in words. Nothing has changed. */
export interface Refused {
  type: "refused";
  id: string;
  rule: string;
  text: string;
}

/** A game to be looked back on: how many moments it has (the first is 0), and from whose side. */
export interface ReplayShown {
  room: string;
  ruleset: string;
  moments: number;
  over: boolean;
  sides: string[];
  ground: Ground;
}

/** A rule or statement by its id. */
export interface RuleAsked {
  lang?: "en" | "ja";
  id: string;
}

/** A rule in all editions side by side: the columns, and rows with a cell for each; `marks`: words for */
export interface RuleCompared {
  editions: ComparedEdition[];
  rows: ComparedCell[][];
  marks: Named[];
}

/** Something found in the rulebook: a rule (no text) or a statement. */
export interface RuleHit {
  id: string;
  catalogue: string;
  name: string;
  text: string;
}

/** What the words fit best; `weapons`: the weapons of the game that are called so. */
export interface RuleHits {
  hits: RuleHit[];
  weapons?: WeaponCard[];
}

/** A rule with all its statements. `asked` is the id that was looked up. */
export interface RuleShown {
  id: string;
  asked: string;
  catalogue: string;
  name: string;
  kind: string;
  source: string;
  needs: string;
  labels: string[];
  figures: Record<string, unknown>;
  statements: StatementShown[];
}

/** Words to look for in the rulebook: in all catalogues, in one, or in what applies to the ruleset `game`, */
export interface RulesSought {
  lang?: "en" | "ja";
  words: string;
  catalogue?: string;
  game?: string;
  limit?: number;
}

/** A ruleset with what is ready for it. `setup` is the usual set-up; `mission_field` and `field_field` */
export interface RulesetShown {
  name: string;
  title: string;
  seats: string[];
  seat_names: Record<string, string>;
  missions: Named[];
  fields: Named[];
  lists: Named[];
  players: Named[];
  setup: Record<string, unknown>;
  mission_field: string;
  field_field: string;
}

export type Said = Hello | Language | AnswerGiven | AsideGiven | Undo | OwnDice | Dice | TakeOver | AskPreview | AskLook | AskWay;

/** The points of one side: scored for good, if it ended now, and the most that can be gained yet. */
export interface ScoreShown {
  seat: string;
  scored: number;
  now: number;
  most: number;
  least?: boolean;
}

/** A human seat, and the secret that opens it or the invitation to it. */
export interface SeatLink {
  seat: string;
  token: string;
}

/** One seat of a room: who sits there (`human`, or a machine player by name). `name` is what the seat is */
export interface SeatShown {
  seat: string;
  player: string;
  name?: string;
}

/** A seat, and the personal secret that opens it from here on. */
export interface SeatTaken {
  room: string;
  seat: string;
  token: string;
}

/** The other attribute, where a hit is saved with each of two. */
export interface Second {
  attribute?: string;
  value?: number;
}

/** Who gets to react to a route, where, and why. */
export interface SeenFrom {
  figure: string;
  text: string;
  at?: [number, number] | null;
  rule?: string;
}

/** Give a standing order for some kinds of questions, in place of an earlier one for the same kinds. */
export interface SetStanding {
  aside: "set-standing";
  order: StateStanding;
}

/** What a game was set up with, in words, as everybody may read it before the first answer. */
export interface SetUpShown {
  facts: Fact[];
  notes: string[];
}

/** All that can be played. */
export interface SetUps {
  rulesets: RulesetShown[];
}

/** A piece of terrain, a room or an area, seen from above: a polygon or a circle. */
export interface Shape {
  id: string;
  kind: string;
  name: string;
  points?: [number, number][];
  centre?: [number, number] | null;
  radius?: number;
  bottom?: number;
  top?: number;
  structure?: string;
  walkable?: boolean;
  traits?: string[];
  door?: string;
}

/** One player, as the table knows him. */
export interface Side {
  seat: string;
  name: string;
  facts?: Fact[];
}

/** A line to draw: from where to where, whether it is free, and what it says. */
export interface Sightline {
  start: [number, number, number];
  end: [number, number, number];
  free: boolean;
  text?: string;
}

/** Something in an option's value that the player shows or counts. */
export interface Slot {
  kind: SlotKind;
  place: string;
  label: string;
  figure?: string;
  within?: [number, number, number, number] | null;
  reach?: number;
  flat?: boolean;
  least?: number;
  most?: number;
  among?: string[];
}

/** What a player shows on the table. */
export type SlotKind = "facing" | "number" | "place" | "point" | "route" | "split";

/** The game as the seat sees it now. */
export interface State {
  type: "state";
  mark: string;
  board: Board;
  prompts: Prompt[];
  waiting: string[];
  answered: string[];
  standing: StateStanding[];
  agreed_draw: string[];
  outcome: Ended | null;
  log_from: number;
  log: LogLine[];
  lines?: Sightline[];
  still?: Record<string, string[]>;
}

/** A standing order: how a seat's questions of some kinds are answered for it, and until when. */
export interface StateStanding {
  seat: string;
  kinds: string[];
  policy?: string;
  until?: Until[];
}

/** A statement in the reader's language, and how far it is kept: proven, waived (why), missing. */
export interface StatementShown {
  id: string;
  text: string;
  status: string;
  tests: string[];
  reason: string;
  unclear: string;
}

/** A number that is rolled against, as the sum that it is. */
export interface Sum {
  label: string;
  total: number;
  parts?: Summand[];
  figure?: string;
}

/** A part of a number, with its rule. */
export interface Summand {
  value: number;
  text: string;
  rule?: string;
}

/** Have a machine player go on for one that has stopped (`machines-stopped`): another one, or the same. */
export interface TakeOver {
  type: "take-over";
  id: string;
  seat: string;
  player: string;
}

/** Exchange a link for a seat's secret. `list` is the player's own army list, by name or whole. */
export interface TakeSeat {
  list?: unknown;
}

/** A part of a score, in points of the game, with its rule where one is behind it. */
export interface TermShown {
  text: string;
  points: number;
  rule: string;
}

/** What else lies on the table: mines, objectives, grenades, doors as they stand now. */
export interface Thing {
  id: string;
  kind: string;
  name: string;
  x: number;
  y: number;
  z?: number;
  label?: string;
  radius?: number;
  side?: string;
  badges?: Badge[];
  shape?: string;
  door?: string;
}

/** Some of the dice that are to be thrown: how many, and what for. */
export interface Throw {
  count: number;
  text: string;
}

export type Told = Welcome | State | Present | MachinesStopped | Accepted | Refused | Error | Previewed | Looked | WayFound;

/** Take the last answer back. */
export interface Undo {
  type: "undo";
  id: string;
}

/** The end of a standing order: the first event of this kind that the seat sees (about this subject). */
export interface Until {
  event: string;
  about?: string;
}

/** What may be answered for the player where there is nothing to decide: when, and how, in a sentence. */
export interface Usual {
  text: string;
  answer?: unknown;
  tells?: boolean;
}

/** The shortest way to a place: way-points for a route slot, or why there is none. */
export interface Way {
  route?: [number, number, number, string][];
  length?: number;
  trouble?: string;
}

/** The answer to `ask-way`. */
export interface WayFound {
  type: "way-found";
  id: string;
  way: Way;
}

/** A weapon, a hacking program or something else to attack with, with a row for each mode. */
export interface WeaponCard {
  id: string;
  name: string;
  rows: WeaponRow[];
  facts?: Fact[];
}

/** The weapon cards of one kind in the table of a ruleset. */
export interface WeaponGroup {
  title: string;
  cards: WeaponCard[];
}

/** One mode of a weapon. Facts with one label belong together; all rows of a game have the same labels. */
export interface WeaponRow {
  name?: string;
  bands?: BandShown[];
  bands_rule?: string;
  facts?: Fact[];
}

/** All weapons of a ruleset, by kind. */
export interface WeaponTable {
  groups: WeaponGroup[];
}

/** The weapon table of a ruleset. */
export interface WeaponsAsked {
  lang?: "en" | "ja";
  ruleset: string;
}

/** The answer to `hello`: where one sits. `seat` is empty for a watcher. */
export interface Welcome {
  type: "welcome";
  room: string;
  seat: string;
  seats: SeatShown[];
  ruleset: string;
  house: HouseRules;
  ground: Ground | null;
  own_dice: boolean;
  program: string;
  free_seats: string[];
  set_up: SetUpShown;
  commitment: string;
}
