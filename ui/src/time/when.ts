/**
 * Times as people say them. All take milliseconds since the epoch, and the present as an argument. The words are our own:
 * making the web view's formatters takes it longer than making a sidebar.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Cut to three letters where there is little room. */
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** For the narrow end of a row: `now`, `2m`, `3h`, `Tue`, `24 Nov`, `Nov 2024`. */
export function relative(at: number, now: number): string {
  const ago = now - at;
  if (ago < MINUTE) return "now";
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)}m`;
  if (ago < DAY) return `${Math.floor(ago / HOUR)}h`;
  if (daysBetween(at, now) < 7) return weekday(at).slice(0, 3);
  const year = new Date(at).getFullYear();
  const short = month(at).slice(0, 3);
  return year === new Date(now).getFullYear() ? `${new Date(at).getDate()} ${short}` : `${short} ${year}`;
}

/** For a sentence: `14:02`, `yesterday 21:40`, `Tuesday 21:40`, `24 November`. */
export function moment(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days <= 0) return clock(at);
  if (days === 1) return `yesterday ${clock(at)}`;
  if (days < 7) return `${weekday(at)} ${clock(at)}`;
  const year = new Date(at).getFullYear();
  return date(at) + (year === new Date(now).getFullYear() ? "" : ` ${year}`);
}

/** A whole date with its time, for a title or a backup. */
export function dateAndTime(at: number): string {
  return `${date(at)} ${new Date(at).getFullYear()}, ${clock(at)}`;
}

export function clock(at: number): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** `6 h`, `40 min`, or with whole words `6 hours`, `1 minute`; at least one minute. */
export function duration(ms: number, words: "short" | "long"): string {
  const hours = Math.round(ms / HOUR);
  if (hours >= 48) return counted(Math.round(ms / DAY), words === "short" ? ["d", "d"] : ["day", "days"]);
  if (ms >= HOUR) return counted(hours, words === "short" ? ["h", "h"] : ["hour", "hours"]);
  const minutes = Math.max(1, Math.round(ms / MINUTE));
  return counted(minutes, words === "short" ? ["min", "min"] : ["minute", "minutes"]);
}

/** Like {@link duration}, to the second while it is less than a minute: `12 s`, `3 min`. */
export function elapsed(ms: number, words: "short" | "long"): string {
  if (ms >= MINUTE) return duration(ms, words);
  return counted(Math.max(0, Math.floor(ms / 1000)), words === "short" ? ["s", "s"] : ["second", "seconds"]);
}

/** `1 note`, `1,204 lines`. */
export function counted(count: number, [one, many]: readonly [string, string]): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `1,204`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

function weekday(at: number): string {
  return WEEKDAYS[new Date(at).getDay()] ?? "";
}

function month(at: number): string {
  return MONTHS[new Date(at).getMonth()] ?? "";
}

/** `24 November`. */
function date(at: number): string {
  return `${new Date(at).getDate()} ${month(at)}`;
}

function daysBetween(at: number, now: number): number {
  const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(now) - midnight(at)) / DAY);
}
