import { expect, test } from "vitest";
import { begin, fill, take } from "../src/lib/answer";
import { ghosts, pointingAt, shownSlots, within } from "../src/lib/shown";
import type { Figure, Option, Part, Prompt } from "../src/protocol";

const figures = new Map<string, Figure>([
  ["a", { id: "a", name: "A", side: "blue", label: "A", x: 1000, y: 2000, z: 0 }],
]);
const move: Option = {
  id: "move",
  label: "Move",
  figure: "a",
  value: { route: [[1000, 2000, 0, "walk"]], facing: 90 },
  slots: [
    { kind: "route", place: "/route", label: "Way", figure: "a", reach: 4000 },
    { kind: "facing", place: "/facing", label: "Facing", figure: "a" },
  ],
};
const part: Part = {
  id: "order",
  label: "",
  place: "",
  options: [move, { id: "end", label: "End", value: null }],
};
const prompt: Prompt = { id: "p", kind: "k", title: "?", confirm: "Go", parts: [part] };

test("a click goes to the way of the selected one, even where a default stands", () => {
  const slots = shownSlots(prompt, take(begin(prompt), part, move));
  expect(pointingAt(slots, null, "a")?.slot.kind).toBe("route");
  expect(pointingAt(slots, null, "b")).toBeNull();
  expect(pointingAt(slots, { part, option: move, slot: move.slots![1]! }, "a")?.slot.kind).toBe("facing");
});

test("the ghost stands at the end of the way and looks where it will", () => {
  const choices = fill(take(begin(prompt), part, move), part, move, move.slots![0]!, [
    [1000, 5000, 0, "walk"],
  ]);
  expect(ghosts(shownSlots(prompt, choices), figures)).toEqual([
    { figure: "a", at: [1000, 5000], z: 0, route: [[1000, 5000, 0, "walk"]], reach: 4000, facing: 90 },
  ]);
});

test("nothing chosen, nothing shown", () => {
  expect(shownSlots(prompt, {})).toEqual([]);
  expect(ghosts([], figures)).toEqual([]);
});

test("one who is not on the table yet has no ghost before his place is shown", () => {
  const away = new Map<string, Figure>([["a", { ...figures.get("a")!, away: "in reserve" }]]);
  const set: Option = {
    ...move,
    value: { facing: 90 },
    slots: [
      { kind: "place", place: "/at", label: "Where", figure: "a" },
      { kind: "facing", place: "/facing", label: "Facing", figure: "a" },
    ],
  };
  const place: Part = { ...part, options: [set], optional: true };
  const asked: Prompt = { ...prompt, parts: [place] };
  const choices = take(begin(asked), place, set);
  expect(ghosts(shownSlots(asked, choices), away)).toEqual([]);
  const shown = fill(choices, place, set, set.slots![0]!, [7000, 8000, 0]);
  expect(ghosts(shownSlots(asked, shown), away)).toMatchObject([{ at: [7000, 8000], facing: 90 }]);
});

test("a base is set down wholly inside its zone, a point on its very edge", () => {
  const zone: [number, number, number, number] = [0, 8000, 12000, 12000];
  const set = { kind: "place", place: "", label: "", within: zone } as const;
  expect(within(set, [6000, 5000], 500)).toEqual([6000, 8500]);
  expect(within(set, [20000, 11900], 500)).toEqual([11500, 11500]);
  expect(within(set, [6000, 9000], 500)).toEqual([6000, 9000]);
  expect(within({ ...set, kind: "point" }, [6000, 5000], 500)).toEqual([6000, 8000]);
  expect(within({ ...set, within: [0, 0, 600, 12000] }, [50, 50], 500)).toEqual([300, 500]);
  expect(within({ kind: "place", place: "", label: "" }, [50, 50], 500)).toEqual([50, 50]);
});
