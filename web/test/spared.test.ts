import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Prompt } from "../src/protocol";

const settings = vi.hoisted(() => ({ askAlways: [] as string[] }));
vi.mock("../src/lib/settings.svelte", () => ({ settings }));
const { pauseFor } = await import("../src/lib/spared.svelte");

const prompt = (answer?: unknown, tells = false): Prompt => ({
  id: "blue-1",
  kind: "turn-alerted",
  title: "Turn?",
  confirm: "Confirm",
  usual: { text: "Nobody turns.", answer, tells },
});

describe("an answer for the player", () => {
  beforeEach(() => (settings.askAlways = []));

  test("is given only where there is nothing to decide", () => {
    expect(pauseFor(prompt({ facings: {} }), "machines")).toBe(0);
    expect(pauseFor(prompt(), "machines")).toBeNull();
    expect(pauseFor({ ...prompt(), usual: null }, "machines")).toBeNull();
  });

  test("is not given for kinds that the player answers himself", () => {
    settings.askAlways = ["declare-aros"];
    expect(pauseFor(prompt({}), "machines")).toBe(0);
    settings.askAlways = ["declare-aros", "turn-alerted"];
    expect(pauseFor(prompt({}), "machines")).toBeNull();
  });

  test("waits among people, whether or not it would tell of hidden things", () => {
    for (const tells of [true, false]) {
      expect(pauseFor(prompt({}, tells), "people", 0)).toBe(1500);
      expect(pauseFor(prompt({}, tells), "people", 0.5)).toBe(4250);
      expect(pauseFor(prompt({}, tells), "people", 1)).toBe(7000);
    }
  });

  test("is left to the player at a shared screen where it would tell of hidden things", () => {
    expect(pauseFor(prompt({}, true), "one screen")).toBeNull();
    expect(pauseFor(prompt({}, false), "one screen")).toBe(0);
  });
});
