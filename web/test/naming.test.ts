import { expect, test } from "vitest";
import { byLabel, pieces, spokenText } from "../src/lib/naming";
import { besides } from "../src/lib/reasons";

const told = (text: string, ids: string[]): string[] =>
  pieces(text, ids).map((piece) => (piece.id ? `<${piece.id}>` : piece.text));

test("figures and sides are found where their ids stand alone", () => {
  const ids = ["red-1", "red-12", "red", "blue"];
  expect(told("red-12 shoots red-1, then red-1.", ids)).toEqual([
    "<red-12>",
    " shoots ",
    "<red-1>",
    ", then ",
    "<red-1>",
    ".",
  ]);
  expect(told("redはred-1を残した。", ids)).toEqual(["<red>", "は", "<red-1>", "を残した。"]);
  expect(told("scared redoubt infra-red red-1b", ids)).toEqual(["scared redoubt infra-red red-1b"]);
});

test("nothing to find leaves the text as it is", () => {
  expect(told("red (a+b)", [])).toEqual(["red (a+b)"]);
  expect(told("", ["red"])).toEqual([]);
  expect(told("a+b is a+b", ["a+b"])).toEqual(["<a+b>", " is ", "<a+b>"]);
});

test("moves that stand beside the same line are opened there one by one", () => {
  const at = (moment: number, log: number) => ({ moment, log, seat: "red" });
  expect([...besides([at(3, 7), at(4, 7), at(9, 12)])]).toEqual([
    [7, [3, 4]],
    [12, [9]],
  ]);
});

test("what is spoken has names for ids, also of those that are gone", () => {
  const names = new Map([
    ["red-1", { id: "red-1", label: "A", name: "Zhanshi" }],
    ["red-12", { id: "red-12", label: "L", name: "Medic" }],
  ]);
  expect(spokenText("red-12 shoots at red-1, red-3.", names)).toBe("L Medic shoots at A Zhanshi, red-3.");
  expect(spokenText("", names)).toBe("");
});

test("labels stand in the order in which they were dealt", () => {
  const called = (label: string) => ({ id: label, label, name: "" });
  const dealt = ["10", "2", "*1", "1"].map(called).sort(byLabel);
  expect(dealt.map((one) => one.label)).toEqual(["*1", "1", "2", "10"]);
});
