import { expect, it } from "vitest";
import type { GridSize } from "../backend/generated/GridSize";
import { PaneSizes } from "./pane-sizes.svelte";

const size: GridSize = { columns: 100, rows: 30 };
const other: GridSize = { columns: 50, rows: 30 };

/** What has been answered by now, if anything. */
async function answered(asked: Promise<GridSize>): Promise<GridSize | null> {
  return Promise.race([asked, new Promise<null>((resolve) => setTimeout(() => resolve(null)))]);
}

it("the only pane is as large as the one whose place it takes", async () => {
  const sizes = new PaneSizes();
  sizes.fits("before", size);
  expect(await answered(sizes.of("after", true))).toEqual(size);
});

it.each([
  ["beside another", (sizes: PaneSizes) => sizes.fits("before", other), false],
  [
    "in the place of two",
    (sizes: PaneSizes) => ["one", "two"].forEach((each) => sizes.fits(each, other)),
    true,
  ],
  [
    "where there is none any more",
    (sizes: PaneSizes) => {
      sizes.fits("before", other);
      sizes.left("before");
    },
    true,
  ],
])("a pane %s is measured first", async (_where, given, isOnly) => {
  const sizes = new PaneSizes();
  given(sizes);
  const asked = sizes.of("after", isOnly);
  expect(await answered(asked)).toBeNull();
  sizes.fits("after", size);
  expect(await answered(asked)).toEqual(size);
});

it("a pane that went before it was measured is taken to be as large as the last", async () => {
  const sizes = new PaneSizes();
  const asked = sizes.of("gone", true);
  sizes.fits("other", size);
  sizes.left("gone");
  expect(await answered(asked)).toEqual(size);
});
