/**
 * Questions with nothing to decide, answered for the player with what the server proposes: an ordinary answer.
 *
 * Against machines it is given at once. With other people at the table it is given after a pause as long as a
 * person may take; at a screen that they share, what would tell of hidden things is left to the player.
 */
import type { Prompt } from "../protocol";
import { settings } from "./settings.svelte";

export interface Spared {
  kind: string;
  text: string;
  times: number;
}

/** How the player sits: alone with machines, with others who sit elsewhere, or with others at this screen. */
export type Company = "machines" | "people" | "one screen";

const SHORTEST_PAUSE_MS = 1500;
const LONGEST_PAUSE_MS = 7000;

/** How long an answer for the player waits, in milliseconds; null: the player answers. */
export function pauseFor(prompt: Prompt, company: Company, chance = Math.random()): number | null {
  if (prompt.usual?.answer === undefined || prompt.usual.answer === null) return null;
  if (settings.askAlways.includes(prompt.kind)) return null;
  if (company === "machines") return 0;
  if (company === "one screen") return prompt.usual.tells ? null : 0;
  return SHORTEST_PAUSE_MS + chance * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS);
}

export class Sparing {
  /** What was answered for the player since he last answered himself. */
  lately: readonly Spared[] = $state.raw([]);
  /** The questions that are being answered and need not be shown. */
  hidden: readonly string[] = $state.raw([]);
  /** Those that go out by themselves after a pause. */
  soon: readonly string[] = $state.raw([]);
  #taken = new Set<string>();
  #pauses = new Map<string, ReturnType<typeof setTimeout>>();
  #give: (prompt: Prompt) => Promise<boolean>;

  constructor(give: (prompt: Prompt) => Promise<boolean>) {
    this.#give = give;
  }

  /** The questions as they stand now. One that comes again was taken back: the player answers it. */
  look(prompts: readonly Prompt[], company: Company): void {
    const open = new Set(prompts.map((prompt) => prompt.id));
    for (const id of [...this.#pauses.keys()].filter((id) => !open.has(id))) this.#stop(id);
    this.hidden = this.hidden.filter((id) => open.has(id));
    for (const prompt of prompts) {
      if (this.#taken.has(prompt.id)) continue;
      const pause = pauseFor(prompt, company);
      if (pause === null) continue;
      this.#taken.add(prompt.id);
      if (pause === 0) void this.#answer(prompt);
      else {
        this.#pauses.set(
          prompt.id,
          setTimeout(() => void this.#answer(prompt), pause),
        );
        this.soon = [...this.#pauses.keys()];
      }
    }
  }

  /** The player answers this one himself. */
  leave(id: string): void {
    this.#taken.add(id);
    this.#stop(id);
  }

  /** The player has answered: what was answered for him before is no longer news. */
  forget(): void {
    this.lately = [];
  }

  end(): void {
    for (const id of [...this.#pauses.keys()]) this.#stop(id);
  }

  #stop(id: string): void {
    clearTimeout(this.#pauses.get(id));
    this.#pauses.delete(id);
    this.soon = [...this.#pauses.keys()];
  }

  async #answer(prompt: Prompt): Promise<void> {
    this.#stop(prompt.id);
    if (settings.askAlways.includes(prompt.kind)) return;
    this.hidden = [...this.hidden, prompt.id];
    if (await this.#give(prompt)) this.#note(prompt);
    else this.hidden = this.hidden.filter((id) => id !== prompt.id);
  }

  #note({ kind, usual }: Prompt): void {
    const before = this.lately.find((one) => one.kind === kind);
    const now = { kind, text: usual!.text, times: (before?.times ?? 0) + 1 };
    this.lately = before ? this.lately.map((one) => (one === before ? now : one)) : [...this.lately, now];
  }
}

/** Ask the player about questions of a kind always, or no longer. */
export function askAlways(kind: string, always: boolean): void {
  const others = settings.askAlways.filter((one) => one !== kind);
  settings.askAlways = always ? [...others, kind] : others;
}
