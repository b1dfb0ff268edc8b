import { vi } from "vitest";

/** Waits until this holds. Patient, since a shared machine may be slow; it returns as soon as it can. */
export function eventually(holds: () => void): Promise<void> {
  return vi.waitFor(holds, { timeout: 15_000, interval: 20 });
}
