import { describe, expect, it } from "vitest";
import { counted, dateAndTime, duration, elapsed, moment, relative } from "./when";

const NOW = new Date(2026, 10, 30, 14, 0).getTime();
const at = (month: number, day: number, hour = 12, minute = 0, year = 2026): number =>
  new Date(year, month - 1, day, hour, minute).getTime();

describe("the time of a row", () => {
  it.each([
    [NOW - 59_000, "now"],
    [NOW + 5_000, "now"],
    [NOW - 2 * 60_000, "2m"],
    [NOW - 59 * 60_000, "59m"],
    [NOW - 3 * 3_600_000, "3h"],
    [NOW - 23 * 3_600_000, "23h"],
    [at(11, 29, 9), "Sun"],
    [at(11, 24, 23), "Tue"],
    [at(11, 23, 13), "23 Nov"],
    [at(9, 2), "2 Sep"],
    [at(12, 31, 12, 0, 2025), "Dec 2025"],
  ])("%d is %s", (time, words) => {
    expect(relative(time, NOW)).toBe(words);
  });
});

it.each([
  [at(11, 30, 9, 5), "09:05"],
  [at(11, 29, 21, 40), "yesterday 21:40"],
  [at(11, 24, 21, 40), "Tuesday 21:40"],
  [at(11, 3), "3 November"],
  [at(11, 3, 12, 0, 2024), "3 November 2024"],
])("in a sentence %d is %s", (time, words) => {
  expect(moment(time, NOW)).toBe(words);
});

it.each([
  [0, "1 min", "1 minute"],
  [40 * 60_000, "40 min", "40 minutes"],
  [3_600_000, "1 h", "1 hour"],
  [6.2 * 3_600_000, "6 h", "6 hours"],
  [3 * 86_400_000, "3 d", "3 days"],
])("%d ms last %s, %s", (ms, short, long) => {
  expect(duration(ms, "short")).toBe(short);
  expect(duration(ms, "long")).toBe(long);
});

it.each([
  [-5_000, "0 s"],
  [12_999, "12 s"],
  [59_999, "59 s"],
  [60_000, "1 min"],
  [3_600_000, "1 h"],
])("%d ms have passed: %s", (ms, short) => {
  expect(elapsed(ms, "short")).toBe(short);
});

it("counts with a separator and the right number", () => {
  expect(counted(1204, ["line", "lines"])).toBe("1,204 lines");
  expect(counted(1, ["line", "lines"])).toBe("1 line");
  expect(counted(12_345_678, ["line", "lines"])).toBe("12,345,678 lines");
  expect(counted(999, ["line", "lines"])).toBe("999 lines");
});

it("says every day and month as the language does", () => {
  for (let day = 0; day < 366; day += 1) {
    const time = new Date(2024, 0, 1 + day, 7, day % 60).getTime();
    const said = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" }).format(time);
    expect(dateAndTime(time)).toBe(`${said} 2024, 07:${String(day % 60).padStart(2, "0")}`);
    const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long" }).format(time);
    expect(moment(time, time + 3 * 86_400_000)).toBe(`${weekday} 07:${String(day % 60).padStart(2, "0")}`);
  }
});
