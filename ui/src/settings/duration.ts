/** Lengths of time as the settings file writes them. */

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** Milliseconds of `6h`, `1h 30m`, `90s`; null for `never` and for what is no length of time. */
export function milliseconds(written: string): number | null {
  const parts = [...written.trim().matchAll(/(\d+)\s*(ms|[dhms])\s*/g)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join("") !== written.trim()) return null;
  return parts.reduce((sum, [, count = "", unit = ""]) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
}
