/** From a prompt and what the player has chosen to the JSON of an answer. No game in it. */
import type { Option, Part, Prompt, Slot } from "../protocol";

/** An option that was taken, with what was shown on the table for its slots (by their place). */
export interface Pick {
  option: string;
  slots: Record<string, unknown>;
}

/** What is taken for each part, by the part's id. */
export type Choices = Record<string, Pick[]>;

export type Json = unknown;
export type Waypoint = [number, number, number, string];

/** The way of going where none is named. */
const WALK = "walk";

/** What is still wanted before an answer is whole. */
export interface Gap {
  part: Part;
  option?: Option;
  slot?: Slot;
}

export function begin(prompt: Prompt): Choices {
  const choices: Choices = {};
  for (const part of prompt.parts ?? []) {
    const only = part.options.length === 1 && !part.optional && !part.several ? [part.options[0]!.id] : [];
    const wanted = part.chosen?.length ? part.chosen : only;
    const free = new Set(part.options.filter((option) => !option.forbidden).map((option) => option.id));
    const chosen = wanted.filter((id) => free.has(id));
    if (chosen.length) choices[part.id] = chosen.map((option) => ({ option, slots: {} }));
  }
  return choices;
}

/** How often an option is taken. */
export function times(choices: Choices, part: Part, option: Option): number {
  return (choices[part.id] ?? []).filter((pick) => pick.option === option.id).length;
}

/** What is taken of a part in all, counted by what each option costs. */
export function sumOf(choices: Choices, part: Part): number {
  const cost = new Map(part.options.map((option) => [option.id, option.cost ?? 1]));
  return (choices[part.id] ?? []).reduce((sum, pick) => sum + (cost.get(pick.option) ?? 0), 0);
}

/** The choices with one more of an option that can be taken often, or one less. */
export function more(choices: Choices, part: Part, option: Option, by: 1 | -1): Choices {
  const now = choices[part.id] ?? [];
  const count = times(choices, part, option);
  if (by > 0) {
    const room = count < (option.copies ?? 1);
    return room ? { ...choices, [part.id]: [...now, { option: option.id, slots: {} }] } : choices;
  }
  const last = now.findLastIndex((pick) => pick.option === option.id);
  return last < 0 ? choices : { ...choices, [part.id]: now.filter((_, place) => place !== last) };
}

/** The choices with an option taken, or put back where it stood already and may be left out. */
export function take(choices: Choices, part: Part, option: Option): Choices {
  if (option.forbidden) return choices;
  const now = choices[part.id] ?? [];
  const has = now.some((pick) => pick.option === option.id);
  const fresh = { option: option.id, slots: {} };
  if (part.several) {
    return { ...choices, [part.id]: has ? now.filter((pick) => pick.option !== option.id) : [...now, fresh] };
  }
  if (has) return part.optional ? { ...choices, [part.id]: [] } : choices;
  return { ...choices, [part.id]: [fresh] };
}

/** The choices with a slot filled (undefined empties it). */
export function fill(choices: Choices, part: Part, option: Option, slot: Slot, value: Json): Choices {
  const picks = (choices[part.id] ?? []).map((pick) =>
    pick.option === option.id ? { ...pick, slots: { ...pick.slots, [slot.place]: value } } : pick,
  );
  return { ...choices, [part.id]: picks };
}

/** What a slot holds: what the player has shown, else what stands in the option's value already. */
export function held(pick: Pick, option: Option, slot: Slot): Json {
  const given = pick.slots[slot.place];
  if (given !== undefined) return given;
  const standing = at(option.value, slot.place);
  switch (slot.kind) {
    case "place":
      return placed(standing, slot.flat);
    case "point":
      return Array.isArray(standing) ? placed(standing, slot.flat) : undefined;
    case "route":
      return Array.isArray(standing) && standing.length ? standing.map(waypoint) : undefined;
    case "split":
      return isWhole(slot, standing) ? standing : undefined;
    default:
      return standing ?? undefined;
  }
}

/** A place out of x, y and z, named or in a row; without a height it is on the table. */
function placed(value: Json, flat = false): [number, number, number] | undefined {
  const [x, y, z] = Array.isArray(value) ? value : named(value as Record<string, unknown> | null | undefined);
  return typeof x === "number" && typeof y === "number"
    ? [x, y, typeof z === "number" && !flat ? z : 0]
    : undefined;
}

const named = (value: Record<string, unknown> | null | undefined): unknown[] => [
  value?.["x"],
  value?.["y"],
  value?.["z"],
];

function waypoint(value: Json): Waypoint {
  const [x, y, z, way] = value as [number, number, number?, string?];
  return [x, y, z ?? 0, way ?? WALK];
}

function isWhole(slot: Slot, value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  const sum = Object.values(value as Record<string, number>).reduce((a, b) => a + b, 0);
  return sum === (slot.most ?? 0);
}

/** Whether what a slot holds is whole. */
export function filled(pick: Pick, option: Option, slot: Slot): boolean {
  const value = held(pick, option, slot);
  if (value === undefined || value === null) return false;
  if (slot.kind === "route") return Array.isArray(value) && value.length > 0;
  if (slot.kind === "split") return isWhole(slot, value);
  if (slot.kind === "number") {
    const number = value as number;
    return Number.isInteger(number) && number >= (slot.least ?? 0) && number <= (slot.most ?? Infinity);
  }
  return true;
}

/** What is wanted still, in the order in which it is asked. */
export function gaps(prompt: Prompt, choices: Choices): Gap[] {
  const found: Gap[] = [];
  for (const part of prompt.parts ?? []) {
    const picks = choices[part.id] ?? [];
    if (!picks.length && !part.optional && !part.several) found.push({ part });
    if (part.several && !fits(part, sumOf(choices, part))) found.push({ part });
    for (const pick of picks) {
      const option = part.options.find((one) => one.id === pick.option);
      for (const slot of option?.slots ?? []) {
        if (!filled(pick, option!, slot)) found.push({ part, option, slot });
      }
    }
  }
  return found;
}

/** Whether so much may be taken of a part. */
function fits(part: Part, sum: number): boolean {
  return sum >= (part.least ?? 0) && (!part.most || sum <= part.most);
}

/** What giving the answer does, and of how many figures, where it is the same for several. */
export interface Deed {
  text: string;
  count: number;
}

export function deedOf(prompt: Prompt, choices: Choices): Deed {
  const taken = (prompt.parts ?? []).flatMap((part) =>
    (choices[part.id] ?? []).map((pick) => part.options.find((one) => one.id === pick.option)),
  );
  if (!taken.length) return { text: prompt.passing || prompt.confirm, count: 0 };
  const said = new Set(taken.map((option) => option?.confirm ?? ""));
  const [only = ""] = said;
  if (said.size > 1 || !only) return { text: prompt.confirm, count: 0 };
  return { text: only, count: taken.length > 1 ? taken.length : 0 };
}

/** The answer that the choices come to. */
export function build(prompt: Prompt, choices: Choices): Json {
  let answer: Json = structuredClone(prompt.base ?? null);
  const parts = [...(prompt.parts ?? [])].sort((a, b) => steps(a.place).length - steps(b.place).length);
  for (const part of parts) {
    const picks = choices[part.id] ?? [];
    if (part.several) {
      answer = put(
        answer,
        part.place,
        picks.map((pick) => valueOf(part, pick)),
      );
    } else if (picks[0]) {
      answer = put(answer, part.place, valueOf(part, picks[0]));
    }
  }
  return answer;
}

function valueOf(part: Part, pick: Pick): Json {
  const option = part.options.find((one) => one.id === pick.option);
  let value: Json = structuredClone(option?.value ?? null);
  for (const slot of option?.slots ?? []) {
    const shown = held(pick, option!, slot);
    if (shown === undefined) continue;
    value = put(value, slot.place, written(slot, shown, at(value, slot.place)));
  }
  return value;
}

/** What was shown as the answer wants it: with heights or flat, a place into the object or list that is there. */
function written(slot: Slot, shown: Json, there: Json): Json {
  if (slot.kind === "route" && slot.flat) return (shown as Waypoint[]).map(([x, y]) => [x, y]);
  if (slot.kind === "point" && slot.flat) return (shown as number[]).slice(0, 2);
  if (slot.kind !== "place") return shown;
  const [x, y, z] = shown as [number, number, number];
  if (Array.isArray(there)) return slot.flat ? [x, y, ...there.slice(2)] : [x, y, z, ...there.slice(3)];
  const rest = typeof there === "object" ? there : {};
  return slot.flat ? { ...rest, x, y } : { ...rest, x, y, z };
}

/** An option for every part that has one alike (by group, or label where it has none): "all of these". */
export function alike(prompt: Prompt): string[] {
  const parts = (prompt.parts ?? []).filter((part) => part.figure);
  if (parts.length < 2) return [];
  const names = parts.map((part) => new Set(part.options.filter(plain).map(kindOf)));
  return [...names[0]!].filter((name) => names.every((set) => set.has(name)));
}

/** The choices with the first option of a kind taken in every part that has one; `without` are left out. */
export function takeAlike(
  prompt: Prompt,
  choices: Choices,
  name: string,
  without: ReadonlySet<string> = new Set(),
): Choices {
  let next = choices;
  for (const part of prompt.parts ?? []) {
    const fits = (one: Option): boolean => plain(one) && kindOf(one) === name && !without.has(one.id);
    const option = part.figure ? part.options.find(fits) : undefined;
    if (option) next = { ...next, [part.id]: [{ option: option.id, slots: {} }] };
  }
  return next;
}

/** What was taken for figures that cannot succeed with it, where they have anything else to choose. */
export function inVain(prompt: Prompt, choices: Choices, hopeless: readonly string[]): string[] {
  return (prompt.parts ?? [])
    .filter((part) => hopeless.includes(part.figure ?? ""))
    .filter((part) => part.options.filter((option) => !option.forbidden).length > 1)
    .flatMap((part) => (choices[part.id] ?? []).map((pick) => pick.option));
}

const kindOf = (option: Option): string => option.group || option.label;
const plain = (option: Option): boolean => !option.forbidden && !option.slots?.length;

// JSON pointers (RFC 6901)

function steps(pointer: string): string[] {
  if (!pointer) return [];
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function at(value: Json, pointer: string): Json {
  let here: Json = value;
  for (const step of steps(pointer)) {
    if (typeof here !== "object" || here === null) return undefined;
    here = (here as Record<string, unknown>)[step];
  }
  return here;
}

export function put(value: Json, pointer: string, what: Json): Json {
  const [first, ...rest] = steps(pointer);
  if (first === undefined) return what;
  const deeper = rest.map((step) => "/" + step.replaceAll("~", "~0").replaceAll("/", "~1")).join("");
  if (Array.isArray(value)) {
    const copy = [...value];
    const index = first === "-" ? copy.length : Number(first);
    copy[index] = put(copy[index], deeper, what);
    return copy;
  }
  const there = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return { ...there, [first]: put(there[first], deeper, what) };
}
