/** What this browser remembers: language, light or dark, the guide, and the secrets of its games. */
import type { Made } from "./again";
import { list, say, type Key, type Lang } from "../text";

interface Kept {
  lang: Lang;
  theme: "light" | "dark";
  guide: boolean;
  /** Whether the veteran comments on choices before they are confirmed. */
  coach: boolean;
  explained: string[];
  /** The kinds of questions that the player always answers himself. */
  askAlways: string[];
  tokens: string[];
  /** The secrets of seats, by room and seat. */
  held: Record<string, string>;
  /** Of games set up here, by the token of one's own seat: the other links. */
  links: Record<string, Links>;
  /** How games that were set up here were set up, by the token of one's own seat. */
  madeOf: Record<string, Made>;
  /** Where the invitations led that were taken here. */
  taken: Record<string, string>;
  /** The hash that committed to the dice of each room when it was first opened here. */
  commitments: Record<string, string>;
}

interface Links {
  /** Of games from before there were invitations: the secrets of the other seats. */
  seats: { seat: string; token: string }[];
  invitations?: { seat: string; token: string }[];
  watch: string;
}

const STORE = "firelane";

function read(): Kept {
  const kept: Kept = {
    lang: navigator.language.startsWith("ja") ? "ja" : "en",
    theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    guide: true,
    coach: false,
    explained: [],
    askAlways: [],
    tokens: [],
    held: {},
    links: {},
    madeOf: {},
    taken: {},
    commitments: {},
  };
  try {
    return { ...kept, ...(JSON.parse(localStorage.getItem(STORE) ?? "{}") as Partial<Kept>) };
  } catch {
    return kept;
  }
}

export const settings: Kept = $state(read());

/** Keeps the page and the store as the settings are, and the settings as another tab leaves them. Called once. */
export function keepSettings(): void {
  addEventListener("storage", (event) => {
    if (event.key === STORE && event.newValue) Object.assign(settings, read());
  });
  $effect(() => {
    localStorage.setItem(STORE, JSON.stringify(settings));
    document.documentElement.lang = settings.lang;
    document.documentElement.dataset["theme"] = settings.theme;
  });
}

export function t(key: Key, args: Record<string, string | number> = {}): string {
  return say(settings.lang, key, args);
}

const PLAYERS: Record<string, Key> = {
  random: "playerRandom",
  novice: "playerNovice",
  veteran: "playerVeteran",
  commander: "playerCommander",
};

const BOOKS: Record<string, Key> = {
  n2: "bookN2",
  "n2-core": "bookN2Core",
  n3: "bookN3",
  "n3-core": "bookN3Core",
  n4: "bookN4",
  "n4-core": "bookCore",
  "n4-skills": "bookN4Skills",
  c1: "bookC1",
  bpre: "bookBpre",
};

/** What a catalogue of rules is called. */
export function bookName(catalogue: string): string {
  const key = BOOKS[catalogue];
  return key ? t(key) : catalogue;
}

/** What a machine player is called. */
export function playerName(player: string): string {
  const key = PLAYERS[player];
  return key ? t(key) : player;
}

export function names(all: readonly string[]): string {
  return list(settings.lang, all);
}

export function remember(token: string): void {
  if (!settings.tokens.includes(token)) settings.tokens = [token, ...settings.tokens].slice(0, 200);
}
