/** One seat's connection: what the server told last, what was said and is not yet acknowledged. */
import type { AnyAside } from "./asides";
import type { Json } from "./answer";
import { wholeBoard } from "./board";
import type { Place } from "./forms";
import type {
  LogLine,
  Look,
  MachinesStopped,
  Previewed,
  Said,
  Sightline,
  State,
  Told,
  Way,
  Welcome,
} from "../protocol";
import type { Lang } from "../text";
import { settings, t } from "./settings.svelte";
import { Sparing, type Company } from "./spared.svelte";

export type Link = "connecting" | "open" | "lost" | "closed";
export type Verdict = { accepted: true } | { accepted: false; text: string; rule: string };

type Spoken = Extract<Said, { id: string }>;
type Reply = Extract<Told, { id?: string }>;
type Unsent = Spoken extends infer S ? (S extends Spoken ? Omit<S, "id"> : never) : never;

const RETRY = [250, 500, 1000, 2000, 5000];
/** A connection that held for less than this is one more failure: the server may send everybody away at once. */
const STABLE_MS = 5000;

export class Seat {
  readonly token: string;
  link: Link = $state("connecting");
  closing = $state("");
  /** What is wrong with the server, until something happens in the game again. */
  trouble = $state("");
  welcome: Welcome | null = $state.raw(null);
  /** The machine players that cannot go on by themselves, and who can go on for them. */
  stopped: MachinesStopped | null = $state.raw(null);
  state: State | null = $state.raw(null);
  log: LogLine[] = $state.raw([]);
  /** The lines of fire of what was rolled last; they stay until something else has happened. */
  fired: readonly Sightline[] = $state.raw([]);
  present: string[] = $state.raw([]);
  /** Whether others answer at this screen too. */
  shared = false;
  readonly sparing = new Sparing(async ({ id, usual }) => (await this.#given(id, usual!.answer)).accepted);
  /** What the player is asked: all but what is being answered for him. */
  prompts = $derived((this.state?.prompts ?? []).filter(({ id }) => !this.sparing.hidden.includes(id)));

  #socket: WebSocket | null = null;
  /** The language that the server was told last; none before the first word. */
  #lang: Lang | "" = "";
  #failures = 0;
  #opened = 0;
  #over = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was said and not yet answered: said again after a break, it counts once. */
  #unanswered = new Map<string, { said: Spoken; settle: (reply: Reply) => void }>();

  constructor(token: string) {
    this.token = token;
    this.#open();
  }

  get seat(): string {
    return this.welcome?.seat ?? "";
  }

  #open(): void {
    const address = new URL("/play", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      const mark = this.state?.mark ?? "";
      this.#lang = settings.lang;
      this.stopped = null;
      this.#send({ type: "hello", token: this.token, lang: this.#lang, mark });
    };
    socket.onmessage = (message) => this.#told(JSON.parse(message.data as string) as Told);
    socket.onclose = () => this.#closed(socket);
  }

  #closed(socket: WebSocket): void {
    if (this.#over || socket !== this.#socket) return;
    if (this.link === "closed") return;
    if (this.link === "open" && performance.now() - this.#opened > STABLE_MS) this.#failures = 0;
    this.link = "lost";
    const wait = RETRY[Math.min(this.#failures++, RETRY.length - 1)];
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  /** Leaves the table. */
  end(): void {
    this.#over = true;
    this.sparing.end();
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #send(said: Said): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(said));
  }

  #told(told: Told): void {
    switch (told.type) {
      case "welcome":
        this.welcome = told;
        this.link = "open";
        this.#opened = performance.now();
        for (const { said } of this.#unanswered.values()) this.#send(said);
        break;
      case "state":
        this.log = [...this.log.slice(0, told.log_from), ...told.log];
        if (told.log.length) {
          this.fired = told.lines ?? [];
          this.trouble = "";
        }
        this.state = { ...told, board: wholeBoard(told, this.state?.board) };
        this.sparing.look(told.prompts, this.#company);
        break;
      case "present":
        this.present = told.seats;
        break;
      case "machines-stopped":
        this.stopped = told;
        break;
      default:
        if (told.type === "error" && (told.closing || !this.welcome)) {
          this.link = "closed";
          this.closing = told.text;
        } else if (told.type === "error" && !told.id) {
          this.trouble = told.text;
        } else if (told.type === "accepted") {
          this.trouble = "";
        }
        if (told.id) {
          this.#unanswered.get(told.id)?.settle(told);
          this.#unanswered.delete(told.id);
        }
    }
  }

  #say(unsent: Unsent): Promise<Reply> {
    const said = { ...unsent, id: crypto.randomUUID?.() ?? newId() } as Spoken;
    return new Promise((settle) => {
      this.#unanswered.set(said.id, { said, settle });
      this.#send(said);
    });
  }

  async #verdict(unsent: Unsent): Promise<Verdict> {
    const reply = await this.#say(unsent);
    if (reply.type === "accepted") return { accepted: true };
    if (reply.type === "refused") return { accepted: false, text: reply.text, rule: reply.rule };
    return { accepted: false, text: reply.type === "error" ? reply.text : t("trouble"), rule: "" };
  }

  speak(): void {
    const lang = settings.lang;
    if (!this.#lang || this.#lang === lang) return;
    this.#lang = lang;
    this.#send({ type: "language", lang });
  }

  get #company(): Company {
    if (this.shared) return "one screen";
    const others = (this.welcome?.seats ?? []).filter(({ seat }) => seat !== this.seat);
    return others.some(({ player }) => player === "human") ? "people" : "machines";
  }

  #given(request: string, given: Json): Promise<Verdict> {
    return this.#verdict({ type: "answer", request, given });
  }

  async answer(request: string, given: Json): Promise<Verdict> {
    this.sparing.leave(request);
    const verdict = await this.#given(request, given);
    if (verdict.accepted) this.sparing.forget();
    return verdict;
  }

  aside(said: AnyAside): Promise<Verdict> {
    return this.#verdict({ type: "aside", said });
  }

  undo(): Promise<Verdict> {
    return this.#verdict({ type: "undo" });
  }

  takeOver(seat: string, player: string): Promise<Verdict> {
    return this.#verdict({ type: "take-over", seat, player });
  }

  async ownDice(own: boolean): Promise<Verdict> {
    const verdict = await this.#verdict({ type: "own-dice", own });
    if (verdict.accepted && this.welcome) this.welcome = { ...this.welcome, own_dice: own };
    return verdict;
  }

  dice(request: string, faces: number[]): Promise<Verdict> {
    return this.#verdict({ type: "dice", request, faces });
  }

  async preview(request: string, given: Json, coach: boolean): Promise<Previewed | null> {
    const reply = await this.#say({ type: "ask-preview", request, given, coach });
    return reply.type === "previewed" ? reply : null;
  }

  async look(figure: string): Promise<Look | null> {
    const reply = await this.#say({ type: "ask-look", figure });
    return reply.type === "looked" ? reply.look : null;
  }

  async way(request: string, figure: string, to: Place, start: Place | null): Promise<Way | string> {
    const reply = await this.#say({ type: "ask-way", request, figure, to, start });
    if (reply.type === "way-found") return reply.way;
    return reply.type === "refused" || reply.type === "error" ? reply.text : t("trouble");
  }
}

/** For pages that are not a secure context, where the browser makes no ids. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
