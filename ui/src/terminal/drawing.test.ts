import type { ITerminalAddon, Terminal } from "@xterm/xterm";
import { beforeEach, expect, it, vi } from "vitest";
import { drawnSize, rendererOf } from "./drawing";

// jsdom has no WebGL.
const webgl = vi.hoisted(() => ({ alive: 0, lose: (): void => undefined, works: true }));
vi.mock("@xterm/addon-webgl", () => ({
  WebglAddon: class {
    onContextLoss(lost: () => void): void {
      webgl.lose = lost;
    }
    activate(): void {
      if (!webgl.works) throw new Error("WebGL2 is not supported");
      webgl.alive += 1;
    }
    dispose(): void {
      webgl.alive -= 1;
    }
  },
}));

beforeEach(() => Object.assign(webgl, { alive: 0, works: true }));

const term = {
  loadAddon(addon: ITerminalAddon): void {
    addon.activate(this as unknown as Terminal);
  },
} as unknown as Terminal;

it("WebGL comes and goes with the setting, while the terminal is in view", () => {
  const drawWith = rendererOf(term);
  const alive = (["dom", "auto", "auto", "dom", "auto"] as const).map((wished) => {
    drawWith(wished);
    return webgl.alive;
  });
  expect(alive).toEqual([0, 1, 1, 0, 1]);
});

it("a context that is lost leaves the DOM, until WebGL is asked for anew", () => {
  const drawWith = rendererOf(term);
  drawWith("auto");
  webgl.lose();
  expect(webgl.alive).toBe(0);
  drawWith("auto");
  expect(webgl.alive, "another setting changed").toBe(0);
  drawWith("dom");
  drawWith("auto");
  expect(webgl.alive).toBe(1);
});

it("the DOM draws where there is no WebGL", () => {
  webgl.works = false;
  vi.spyOn(console, "info").mockReturnValue(undefined);
  const drawWith = rendererOf(term);
  drawWith("auto");
  drawWith("dom");
  expect(webgl.alive).toBe(0);
});

it("every size is larger than the one before, and close to what was chosen", () => {
  const sizes = Array.from({ length: 25 }, (_, index) => index + 8);
  const drawn = sizes.map(drawnSize);
  for (const [index, size] of sizes.entries()) {
    const here = drawn[index] ?? 0;
    expect(here - size, `${size} px`).toBeGreaterThanOrEqual(0);
    expect(here - size, `${size} px`).toBeLessThan(1);
    if (index > 0) expect(here, `${size} px`).toBeGreaterThan(drawn[index - 1] ?? 0);
    // What WebGL cuts off a cell is less than half a pixel.
    expect((here * 0.6) % 1, `${size} px`).toBeLessThan(0.5);
  }
  expect(drawnSize(13)).toBeCloseTo(13.4);
});
