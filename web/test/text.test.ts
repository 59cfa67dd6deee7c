import { expect, test } from "vitest";
import { percent, signed } from "../src/lib/numbers";
import { list, say, texts, type Key } from "../src/text";

test("both languages have the same arguments in every text", () => {
  const args = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const key of Object.keys(texts.en) as Key[]) {
    expect([key, ...args(texts.ja[key])]).toEqual([key, ...args(texts.en[key])]);
    expect(texts.ja[key].trim()).not.toBe("");
  }
});

test("every text is used", () => {
  const sources = import.meta.glob("../src/**/*.{ts,svelte}", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const all = Object.entries(sources)
    .filter(([path]) => !path.endsWith("/text.ts"))
    .map(([, source]) => source as string)
    .join("\n");
  const unused = (Object.keys(texts.en) as Key[]).filter(
    (key) => !key.startsWith("status_") && !all.includes(`"${key}"`),
  );
  expect(unused).toEqual([]);
});

test("arguments are put in, unknown ones stay visible", () => {
  expect(say("en", "routeOf", { used: "3.5", reach: 8 })).toBe("3.5″ of 8″");
  expect(say("en", "routeOf", { used: "3.5" })).toBe("3.5″ of {reach}″");
});

test("names stand in a row as the language has it", () => {
  expect(list("en", ["A", "B", "C"])).toBe("A, B, and C");
  expect(list("ja", ["A", "B"])).toBe("A、B");
});

test("numbers have true signs, chances no false precision", () => {
  expect([3, -3, 0].map(signed)).toEqual(["+3", "−3", "+0"]);
  expect([0, 0.0001, 0.054, 0.5, 0.994, 0.9999, 1].map(percent)).toEqual([
    "0%",
    "<0.1%",
    "5.4%",
    "50%",
    "99.4%",
    ">99.9%",
    "100%",
  ]);
});

test("the player that nobody is has one name in Japanese", () => {
  expect(Object.values(texts.ja).filter((text) => text.includes("マシン"))).toEqual([]);
});
