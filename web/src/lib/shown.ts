/** What the choices put on the table: routes, places and facings, by the figure that they are for. */
import type { Figure, Option, Part, Prompt, Slot } from "../protocol";
import { held, type Choices, type Waypoint } from "./answer";
import type { Point } from "./forms";

/** A slot that is shown on the table, with what it belongs to. */
export interface Pointing {
  part: Part;
  option: Option;
  slot: Slot;
}

export interface Shown extends Pointing {
  figure: string;
  value: unknown;
}

/** Where a figure will be if the answer is given: by a route, set down at a place, or merely turned. */
export interface Ghost {
  figure: string;
  at: Point;
  z: number;
  route: Waypoint[];
  reach: number;
  facing: number | null;
}

export function onTable(slot: Slot): boolean {
  return slot.kind === "route" || slot.kind === "point" || slot.kind === "place" || slot.kind === "facing";
}

export function shownSlots(prompt: Prompt | null, choices: Choices): Shown[] {
  return (prompt?.parts ?? []).flatMap((part) =>
    (choices[part.id] ?? []).flatMap((pick) => {
      const option = part.options.find((one) => one.id === pick.option);
      return (option?.slots ?? []).filter(onTable).map((slot) => ({
        part,
        option: option!,
        slot,
        figure: slot.figure || option!.figure || part.figure || "",
        value: held(pick, option!, slot),
      }));
    }),
  );
}

export function ghosts(slots: readonly Shown[], figures: ReadonlyMap<string, Figure>): Ghost[] {
  const found = new Map<string, Ghost>();
  for (const { figure, slot, value } of slots) {
    const now = figures.get(figure);
    const ghost: Ghost = found.get(figure) ?? {
      figure,
      at: [now?.x ?? 0, now?.y ?? 0],
      z: now?.z ?? 0,
      route: [],
      reach: 0,
      facing: null,
    };
    if (slot.kind === "facing" && typeof value === "number") {
      if (found.has(figure) || (now && !now.away)) found.set(figure, { ...ghost, facing: value });
    } else if (slot.kind === "route" && Array.isArray(value) && value.length) {
      const route = value as Waypoint[];
      const [x, y, z] = route[route.length - 1]!;
      found.set(figure, { ...ghost, at: [x, y], z, route, reach: slot.reach ?? 0 });
    } else if (Array.isArray(value) && value.length === 3) {
      const [x, y, z] = value as [number, number, number];
      found.set(figure, { ...ghost, at: [x, y], z });
    }
  }
  return [...found.values()];
}

/** What a click on the table means: what was asked for, what is open, else what the selected one shows. */
export function pointingAt(slots: readonly Shown[], asked: Pointing | null, selected: string): Shown | null {
  const same = (one: Shown): boolean =>
    one.part.id === asked?.part.id &&
    one.option.id === asked.option.id &&
    one.slot.place === asked.slot.place;
  const open = slots.filter((one) => one.value === undefined);
  const own = slots.filter((one) => one.figure === selected);
  return (
    (asked && slots.find(same)) ||
    open.find((one) => one.figure === selected) ||
    open[0] ||
    own.find((one) => one.slot.kind !== "facing") ||
    own[0] ||
    null
  );
}

/** The nearest point that a slot allows. A base that is set down lies wholly in its zone. */
export function within(slot: Slot, [x, y]: Point, radius: number): Point {
  if (!slot.within) return [x, y];
  const [left, low, right, high] = slot.within;
  const base = slot.kind === "place" ? radius : 0;
  return [between(x, left + base, right - base), between(y, low + base, high - base)];
}

function between(value: number, least: number, most: number): number {
  return least > most ? (least + most) / 2 : Math.min(Math.max(value, least), most);
}
