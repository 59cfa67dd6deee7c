/** The table as one player works it: which seat, which question, what is chosen, what is known of it. */
import type { Figure, Ground, Look, Option, Part, Preview, Prompt } from "../protocol";
import {
  begin,
  build,
  deedOf,
  fill,
  gaps,
  held,
  inVain,
  more,
  take,
  takeAlike,
  type Choices,
  type Gap,
  type Waypoint,
} from "./answer";
import { bearing, standAt } from "./geometry";
import { byLabel } from "./naming";
import { levelsOf, type Cut, type Levels } from "./levels";
import type { Place, Point } from "./forms";
import { ghosts, pointingAt, shownSlots, within, type Ghost, type Pointing, type Shown } from "./shown";
import { placeIn } from "./places";
import type { Seat, Verdict } from "./seat.svelte";
import { settings, t } from "./settings.svelte";

const SETTLE = 120;
/** The seat that is asked for what dice decide. */
const CHANCE = "chance";

export class Play {
  seats: Seat[];
  current: Seat = $state()!;
  promptId = $state("");
  choices: Choices = $state({});
  selected = $state("");
  look: Look | null = $state.raw(null);
  preview: Preview | null = $state.raw(null);
  /** What the coach says to it. */
  coach: readonly string[] = $state.raw([]);
  waiting = $state(false);
  /** What was confirmed is on its way to the server: it is not said twice. */
  sending = $state(false);
  /** A way is being looked for. */
  finding = $state(false);
  /** The slot that was asked for by hand; else the first that is open. */
  asked: Pointing | null = $state.raw(null);
  regarded: Option | null = $state.raw(null);
  trouble: { text: string; rule: string } | null = $state.raw(null);
  cut: Cut = $state("auto");
  /** The floors of buildings that were asked for by hand. */
  floors: ReadonlyMap<string, number> = $state.raw(new Map());
  /** Every place that is shown is one more way-point; else the way ends there. */
  adding = $state(false);
  /** How many were left out when all were to do the same: they cannot succeed with it. */
  leftOut = $state(0);
  #asking = 0;

  constructor(seats: Seat[]) {
    this.seats = seats;
    this.current = seats[0]!;
    for (const seat of seats) seat.shared = seats.length > 1;
    $effect(() => this.#followPrompts());
    $effect(() => this.#followAnswer());
    $effect(() => this.#followSelection());
  }

  ground: Ground | null = $derived(this.current.welcome?.ground ?? null);
  board = $derived(this.current.state?.board ?? null);
  prompts = $derived(this.current.prompts);
  prompt: Prompt | null = $derived(
    this.prompts.find((one) => one.id === this.promptId) ?? this.prompts[0] ?? null,
  );
  figures: Map<string, Figure> = $derived(new Map((this.board?.figures ?? []).map((f) => [f.id, f])));
  open: Gap[] = $derived(this.prompt ? gaps(this.prompt, this.choices) : []);
  /** Whether anything stands otherwise than it was proposed. */
  changed = $derived(!!this.prompt && JSON.stringify(begin(this.prompt)) !== JSON.stringify(this.choices));
  /** Whether anything is taken. Giving an answer without is passing, where that may be. */
  taken = $derived(!!this.prompt && touched(this.prompt, this.choices));
  ready = $derived(
    !!this.prompt &&
      this.open.length === 0 &&
      (this.taken || !!this.prompt.passing || !this.prompt.parts?.length),
  );
  /** What giving the answer does, in a word or two. */
  deed = $derived(this.prompt ? deedOf(this.prompt, this.choices) : null);
  answer = $derived(this.prompt ? build(this.prompt, this.choices) : null);
  /** Who is looked at first where somebody stands on several floors of a building. */
  leading = $derived([this.selected, ...(this.board?.active ?? [])]);
  levels: Levels | null = $derived(
    this.ground && levelsOf(this.ground, this.board?.figures ?? [], this.cut, this.leading, this.floors),
  );
  shown: Shown[] = $derived(shownSlots(this.prompt, this.choices));
  ghosts: Ghost[] = $derived(ghosts(this.shown, this.figures));
  /** What a click on the table means just now. */
  pointing: Shown | null = $derived(pointingAt(this.shown, this.asked, this.selected));
  /** The options for the figure that was clicked, or those for nobody in particular. */
  actors = $derived(
    [
      ...new Set(
        (this.prompt?.parts ?? []).flatMap((p) =>
          p.options.filter((o) => !o.forbidden).map((o) => o.figure || p.figure || ""),
        ),
      ),
    ]
      .filter(Boolean)
      .sort((a, b) => byLabel(this.figures.get(a), this.figures.get(b))),
  );

  name(id: string): string {
    const figure = this.figures.get(id);
    if (figure) return `${figure.label} ${figure.name}`;
    const thing = this.board?.things?.find((one) => one.id === id);
    return thing ? [thing.label, thing.name].filter(Boolean).join(" ") : id;
  }

  /** The address of what the player has open here. */
  get place(): string {
    const { welcome } = this.current;
    return welcome ? placeIn(welcome.room, welcome.seat) : "";
  }

  seatName(seat: string): string {
    if (seat === CHANCE) return t("theDice");
    const named = this.board?.sides?.find((side) => side.seat === seat)?.name;
    return named ?? (this.current.welcome?.seats.find((one) => one.seat === seat)?.name || seat);
  }

  #lastPrompt = "";

  #followPrompts(): void {
    const prompt = this.prompt;
    const key = prompt ? `${this.current.token} ${prompt.id}` : "";
    if (key === this.#lastPrompt) return;
    this.#lastPrompt = key;
    this.choices = prompt ? begin(prompt) : {};
    this.leftOut = 0;
    this.asked = null;
    this.adding = false;
    this.preview = null;
    this.regarded = null;
    const actor =
      prompt?.actors?.length === 1 ? prompt.actors[0]! : this.actors.length === 1 ? this.actors[0]! : "";
    if (actor) this.selected = actor;
  }

  #followAnswer(): (() => void) | undefined {
    const { prompt, ready, answer } = this;
    const coached = settings.coach && !!this.current.welcome?.house.open_measuring;
    const asking = ++this.#asking;
    if (!prompt || !ready || prompt.dice?.length || !touched(prompt, this.choices)) {
      this.preview = null;
      this.coach = [];
      this.waiting = false;
      return undefined;
    }
    this.waiting = true;
    const seat = this.current;
    const timer = setTimeout(async () => {
      const told = await seat.preview(prompt.id, answer, coached);
      if (asking !== this.#asking) return;
      this.preview = told?.preview ?? null;
      this.coach = told?.coach ?? [];
      this.waiting = false;
    }, SETTLE);
    return () => clearTimeout(timer);
  }

  #followSelection(): void {
    const figure = this.selected;
    this.look = null;
    if (!figure || !this.figures.has(figure)) return;
    const mark = this.current.state?.mark;
    void this.current.look(figure).then((look) => {
      if (this.selected === figure && this.current.state?.mark === mark) this.look = look;
    });
  }

  select(id: string): void {
    if (this.selected === id) this.selected = "";
    else this.takeUp(id);
  }

  /** Another one is in hand: if he can act, what was chosen for somebody else in his place is put back. */
  takeUp(id: string): void {
    this.selected = id;
    const instead = (part: Part): boolean => {
      const acts = part.options.find((one) => one.id === this.choices[part.id]?.[0]?.option)?.figure;
      return !part.figure && !part.several && !!acts && acts !== id;
    };
    if (this.actors.includes(id) && this.prompt?.parts?.some(instead)) this.clear();
  }

  choose(part: Part, option: Option): void {
    this.current.sparing.leave(this.prompt?.id ?? "");
    this.choices = take(this.choices, part, option);
    this.leftOut = 0;
    this.asked = null;
    this.trouble = null;
    if (option.figure) this.selected = option.figure;
  }

  more(part: Part, option: Option, by: 1 | -1): void {
    this.choices = more(this.choices, part, option, by);
    this.trouble = null;
  }

  /** All do the same, but for those who cannot succeed with it and can do something else. */
  async all(name: string): Promise<void> {
    const prompt = this.prompt;
    if (!prompt) return;
    const before = this.choices;
    const without = new Set<string>();
    let vain: string[] = [];
    do {
      vain.forEach((option) => without.add(option));
      const next = takeAlike(prompt, before, name, without);
      this.choices = next;
      const taken = this.choices;
      const told = await this.current.preview(prompt.id, build(prompt, next), false);
      if (this.prompt !== prompt || this.choices !== taken) return; // something else was chosen meanwhile
      vain = inVain(prompt, next, told?.preview.hopeless ?? []).filter((option) => !without.has(option));
    } while (vain.length);
    const taken = takeAlike(prompt, {}, name, without);
    this.leftOut = (prompt.parts ?? []).filter((part) => part.figure && !taken[part.id]).length;
  }

  clear(): void {
    if (this.prompt) this.choices = begin(this.prompt);
    this.leftOut = 0;
    this.asked = null;
    this.trouble = null;
  }

  fill(at: Pointing, value: unknown): void {
    this.choices = fill(this.choices, at.part, at.option, at.slot, value);
  }

  held(at: Pointing): unknown {
    const pick = (this.choices[at.part.id] ?? []).find((one) => one.option === at.option.id);
    return pick && held(pick, at.option, at.slot);
  }

  /** A click on a figure or thing: chooses the one option aimed at it, else selects it. */
  touch(id: string): void {
    const aimed = (this.prompt?.parts ?? []).flatMap((part) =>
      part.options
        .filter((option) => option.targets?.includes(id) && !option.forbidden && this.#shown(option))
        .map((option) => ({ part, option })),
    );
    const chosen = aimed.filter(({ part, option }) => this.choices[part.id]?.[0]?.option === option.id);
    if (aimed.length === 1 && !chosen.length) this.choose(aimed[0]!.part, aimed[0]!.option);
    else this.select(id);
  }

  #shown(option: Option): boolean {
    return !option.figure || option.figure === this.selected || this.actors.length < 2;
  }

  /** A place was shown on the table. */
  async point(place: Point, more: boolean): Promise<void> {
    const at = this.pointing;
    if (!at || !this.ground || !this.levels) return;
    const [x, y] = within(at.slot, place, this.figures.get(at.figure)?.radius ?? 0);
    const z = standAt(this.ground, x, y, this.levels);
    this.trouble = null;
    switch (at.slot.kind) {
      case "point":
      case "place":
        this.fill(at, [x, y, z]);
        break;
      case "facing": {
        const ghost = this.ghosts.find((one) => one.figure === at.figure);
        if (ghost) this.fill(at, bearing(ghost.at, [x, y]));
        break;
      }
      case "route":
        await this.#route(at, [x, y, z], more);
    }
    if (at.slot.kind === "facing") this.asked = null;
  }

  async #route(at: Shown, [x, y, z]: [number, number, number], more: boolean): Promise<void> {
    const before = (this.held(at) as Waypoint[] | undefined) ?? [];
    const drawn = more || this.adding ? before : [];
    const last = drawn.at(-1);
    const start: Place | null = last ? [last[0], last[1], last[2]] : null;
    if (!drawn.length) this.fill(at, undefined); // the way before this one is not what is wanted now
    this.finding = true;
    const way = await this.current.way(this.prompt!.id, at.figure, [x, y, z], start);
    this.finding = false;
    if (typeof way === "string") this.trouble = { text: way, rule: "" };
    else if (way.trouble) this.trouble = { text: way.trouble, rule: "" };
    else this.fill(at, [...drawn, ...(way.route ?? [])]);
  }

  async confirm(): Promise<void> {
    const prompt = this.prompt;
    if (!prompt || !this.ready || this.sending) return;
    this.sending = true;
    await this.#did(this.current.answer(prompt.id, this.answer));
    this.sending = false;
  }

  async #did(said: Promise<Verdict>): Promise<boolean> {
    this.trouble = null;
    const verdict = await said;
    if (!verdict.accepted) this.trouble = verdict;
    return verdict.accepted;
  }

  undo = (): Promise<boolean> => this.#did(this.current.undo());
  say = (aside: Parameters<Seat["aside"]>[0]): Promise<boolean> => this.#did(this.current.aside(aside));
  throwDice = (faces: number[]): Promise<boolean> => this.#did(this.current.dice(this.prompt!.id, faces));
  ownDice = (own: boolean): Promise<boolean> => this.#did(this.current.ownDice(own));
}

/** Whether there is anything to know: a prompt without parts says all itself. */
function touched(prompt: Prompt, choices: Choices): boolean {
  return (prompt.parts ?? []).some((part) => choices[part.id]?.length);
}
