import { describe, expect, test } from "vitest";
import {
  alike,
  at,
  begin,
  build,
  deedOf,
  fill,
  gaps,
  held,
  inVain,
  put,
  take,
  takeAlike,
  more,
  sumOf,
  times,
} from "../src/lib/answer";
import type { Option, Part, Prompt } from "../src/protocol";

const move: Option = {
  id: "move",
  label: "Move",
  value: { kind: "activate", skill: { kind: "move", route: [], facing: 90 } },
  slots: [
    { kind: "route", place: "/skill/route", label: "Way", figure: "a1" },
    { kind: "facing", place: "/skill/facing", label: "Facing" },
  ],
};
const shoot: Option = {
  id: "shoot",
  label: "BS Attack",
  value: { kind: "activate", skill: { kind: "bs-attack", targets: {} } },
  slots: [{ kind: "split", place: "/skill/targets", label: "Dice", most: 3, among: ["b1", "b2"] }],
};
const barred: Option = { id: "barred", label: "Hack", value: 1, forbidden: "No hacking device" };
const order: Part = { id: "order", label: "Order", place: "", options: [move, shoot, barred] };
const prompt = (parts: Part[], base?: unknown): Prompt => ({
  id: "p",
  kind: "k",
  title: "?",
  confirm: "Go",
  parts,
  base,
});

describe("an answer is built from its parts", () => {
  test("the option's value is the answer, its slots filled in", () => {
    const asked = prompt([order]);
    let choices = take(begin(asked), order, move);
    expect(gaps(asked, choices).map((gap) => gap.slot?.place)).toEqual(["/skill/route"]);
    choices = fill(choices, order, move, move.slots![0]!, [[1, 2, 0, "walk"]]);
    expect(gaps(asked, choices)).toEqual([]);
    expect(build(asked, choices)).toEqual({
      kind: "activate",
      skill: { kind: "move", route: [[1, 2, 0, "walk"]], facing: 90 },
    });
    expect(move.value).toEqual({ kind: "activate", skill: { kind: "move", route: [], facing: 90 } });
  });

  test("dice are split when all of them are given out, not before", () => {
    const asked = prompt([order]);
    let choices = take(begin(asked), order, shoot);
    choices = fill(choices, order, shoot, shoot.slots![0]!, { b1: 2 });
    expect(gaps(asked, choices)).toHaveLength(1);
    choices = fill(choices, order, shoot, shoot.slots![0]!, { b1: 2, b2: 1 });
    expect(gaps(asked, choices)).toHaveLength(0);
    expect(at(build(asked, choices), "/skill/targets")).toEqual({ b1: 2, b2: 1 });
  });

  test("what is forbidden cannot be taken", () => {
    expect(take({}, order, barred)).toEqual({});
  });

  test("parts go to their places in the base, open ones are left out", () => {
    const pass: Option = { id: "pass", label: "Nothing", value: { kind: "nothing" } };
    const parts = ["a1", "a2"].map((figure): Part => ({
      id: figure,
      label: figure,
      figure,
      place: `/by/${figure}`,
      options: [pass],
      optional: true,
    }));
    const asked = prompt(parts, { kind: "aros", by: {} });
    expect(build(asked, begin(asked))).toEqual({ kind: "aros", by: {} });
    expect(build(asked, take(begin(asked), parts[1]!, pass))).toEqual({
      kind: "aros",
      by: { a2: { kind: "nothing" } },
    });
    expect(alike(asked)).toEqual(["Nothing"]);
    expect(build(asked, takeAlike(asked, {}, "Nothing"))).toEqual({
      kind: "aros",
      by: { a1: { kind: "nothing" }, a2: { kind: "nothing" } },
    });
  });

  test("a place goes into x, y and z of its object, with what stands there as default", () => {
    const stand: Option = {
      id: "stand",
      label: "Standing",
      value: { x: 5, y: 6, z: 0, facing: 0, prone: false },
      slots: [{ kind: "place", place: "", label: "Where" }],
    };
    const part: Part = { id: "t", label: "t", place: "/troopers/t", options: [stand], chosen: ["stand"] };
    const asked = prompt([part], { troopers: {} });
    expect(gaps(asked, begin(asked))).toEqual([]);
    const choices = fill(begin(asked), part, stand, stand.slots![0]!, [7, 8, 3000]);
    expect(build(asked, choices)).toEqual({
      troopers: { t: { x: 7, y: 8, z: 3000, facing: 0, prone: false } },
    });
  });

  test("on a flat table nothing has a height, and a place may be the head of a list", () => {
    const slots = (["place", "route", "point"] as const).map((kind) => ({
      kind,
      place: `/${kind}`,
      label: kind,
      flat: true,
    }));
    const go: Option = {
      id: "go",
      label: "Go",
      value: { place: [5, 6, 90], route: [[1, 2]], point: [3, 4] },
      slots,
    };
    const part: Part = { id: "u", label: "u", place: "", options: [go] };
    const asked = prompt([part]);
    let choices = begin(asked);
    expect(gaps(asked, choices)).toEqual([]);
    expect(build(asked, choices)).toEqual(go.value);
    expect(held(choices["u"]![0]!, go, slots[0]!)).toEqual([5, 6, 0]);
    choices = fill(choices, part, go, slots[0]!, [7, 8, 0]);
    choices = fill(choices, part, go, slots[1]!, [[9, 9, 0, "walk"]]);
    choices = fill(choices, part, go, slots[2]!, [1, 1, 0]);
    expect(build(asked, choices)).toEqual({ place: [7, 8, 90], route: [[9, 9]], point: [1, 1] });
  });

  test("several options make a list, and are put back by taking them again", () => {
    const [one, two] = ["one", "two"].map((id): Option => ({ id, label: id, value: id })) as [Option, Option];
    const part: Part = { id: "s", label: "s", place: "/all", options: [one, two], several: true };
    const asked = prompt([part], {});
    let choices = take(take(begin(asked), part, one), part, two);
    expect(build(asked, choices)).toEqual({ all: ["one", "two"] });
    choices = take(choices, part, one);
    expect(build(asked, choices)).toEqual({ all: ["two"] });
    expect(build(asked, {})).toEqual({ all: [] });
    expect(build(asked, begin(prompt([{ ...part, chosen: ["one", "two"] }], {})))).toEqual({
      all: ["one", "two"],
    });
  });

  test("an option can be taken often, as far as its copies and what it costs allow", () => {
    const dear: Option = { id: "dear", label: "d", value: "d", copies: 2, cost: 30 };
    const cheap: Option = { id: "cheap", label: "c", value: "c", copies: 9, cost: 20 };
    const part: Part = {
      id: "s",
      label: "s",
      place: "/all",
      options: [dear, cheap],
      several: true,
      least: 60,
      most: 90,
      chosen: ["dear", "dear"],
    };
    const asked = prompt([part], {});
    let choices = begin(asked);
    expect([times(choices, part, dear), sumOf(choices, part)]).toEqual([2, 60]);
    expect(gaps(asked, choices)).toEqual([]);
    choices = more(choices, part, dear, 1);
    expect(times(choices, part, dear)).toBe(2);
    choices = more(more(choices, part, cheap, 1), part, cheap, 1);
    expect(sumOf(choices, part)).toBe(100);
    expect(gaps(asked, choices)).toEqual([{ part }]);
    choices = more(choices, part, dear, -1);
    expect(build(asked, choices)).toEqual({ all: ["d", "c", "c"] });
    expect(gaps(asked, choices)).toEqual([]);
    choices = more(more(choices, part, cheap, -1), part, cheap, -1);
    expect(gaps(asked, choices)).toEqual([{ part }]);
    expect(more(choices, part, cheap, -1)).toBe(choices);
  });

  test("a number outside its bounds is a gap", () => {
    const count: Option = {
      id: "n",
      label: "n",
      value: { n: null },
      slots: [{ kind: "number", place: "/n", label: "How many", least: 1, most: 3 }],
    };
    const part: Part = { id: "n", label: "n", place: "", options: [count] };
    const asked = prompt([part]);
    const given = (n: number): number =>
      gaps(asked, fill(begin(asked), part, count, count.slots![0]!, n)).length;
    expect([0, 1, 3, 4, 1.5].map(given)).toEqual([1, 0, 0, 1, 1]);
  });

  test("the only thing to choose is chosen", () => {
    const only: Part = { id: "o", label: "o", place: "", options: [shoot] };
    expect(begin(prompt([only]))).toEqual({ o: [{ option: "shoot", slots: {} }] });
    expect(begin(prompt([{ ...only, optional: true }]))).toEqual({});
    expect(begin(prompt([{ ...only, options: [barred] }]))).toEqual({});
  });
});

describe("JSON pointers", () => {
  test("lead into objects and lists, with escapes", () => {
    expect(at({ "a/b": [{ "~": 1 }] }, "/a~1b/0/~0")).toBe(1);
    expect(at({}, "/a/b")).toBeUndefined();
    expect(put({ list: [1, 2] }, "/list/1", 3)).toEqual({ list: [1, 3] });
    expect(put({ list: [1] }, "/list/-", 2)).toEqual({ list: [1, 2] });
    expect(put(null, "/a/b~1c", 1)).toEqual({ a: { "b/c": 1 } });
  });
});

test("the button says what is done, by how many, or what passing is", () => {
  const dodge: Option = { id: "dodge", label: "dodges", value: 1, confirm: "Dodge" };
  const fire: Option = { id: "fire", label: "shoots", value: 2, confirm: "Shoot" };
  const silent: Option = { id: "silent", label: "waits", value: 3 };
  const parts = ["a1", "a2"].map((id): Part => ({
    id,
    label: "",
    place: `/by/${id}`,
    options: [dodge, fire, silent],
    optional: true,
  }));
  const asked = { ...prompt(parts, { by: {} }), passing: "Let it pass" };
  const [first, second] = parts as [Part, Part];
  expect(deedOf(asked, {})).toEqual({ text: "Let it pass", count: 0 });
  expect(deedOf(prompt(parts), {})).toEqual({ text: "Go", count: 0 });
  const one = take({}, first, dodge);
  expect(deedOf(asked, one)).toEqual({ text: "Dodge", count: 0 });
  expect(deedOf(asked, take(one, second, dodge))).toEqual({ text: "Dodge", count: 2 });
  expect(deedOf(asked, take(one, second, fire))).toEqual({ text: "Go", count: 0 });
  expect(deedOf(asked, take({}, first, silent))).toEqual({ text: "Go", count: 0 });
});

test("what cannot succeed is in vain where there is something else to choose", () => {
  const shot = (id: string): Option => ({ id, label: id, value: id, group: "BS Attack" });
  const dodge: Option = { id: "dodge", label: "dodges", value: 1, group: "Dodge" };
  const one: Part = { id: "a1", label: "", place: "/a1", figure: "a1", options: [shot("far"), dodge] };
  const two: Part = { id: "a2", label: "", place: "/a2", figure: "a2", options: [shot("only")] };
  const asked = prompt([one, two], {});
  const all = takeAlike(asked, {}, "BS Attack");
  expect(inVain(asked, all, ["a1", "a2"])).toEqual(["far"]);
  expect(inVain(asked, all, ["a2"])).toEqual([]);
  expect(inVain(asked, all, [])).toEqual([]);
  expect(takeAlike(asked, {}, "BS Attack", new Set(["far"]))).toEqual({
    a2: [{ option: "only", slots: {} }],
  });
});
