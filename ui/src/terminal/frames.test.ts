import { describe, expect, it } from "vitest";
import { decodeFrames, encodeFrames, FrameError, type Frame } from "./frames";

const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);
const text = (json: string): number[] => [...new TextEncoder().encode(json)];

describe("a body of frames", () => {
  it("is read in order, each kind with what it carries", () => {
    const frames: Frame[] = [
      {
        kind: "keyframe",
        columns: 120,
        rows: 40,
        offset: 2n ** 40n + 7n,
        above: 70_000n,
        bytes: bytes(27, 99),
      },
      { kind: "output", bytes: bytes(104, 105) },
      { kind: "resized", columns: 300, rows: 1 },
      { kind: "ended", reason: "exited", exit: { kind: "signal", signal: 11, name: "SEGV" } },
    ];
    expect(decodeFrames(encodeFrames(frames))).toEqual(frames);
  });

  it("is little-endian, as the engine writes it", () => {
    const body = bytes(
      ...[1, 22, 0, 0, 0, 80, 0, 24, 0],
      ...[1, 0, 0, 0, 0, 0, 0, 0],
      ...[3, 0, 0, 0, 0, 0, 0, 0, 65, 66],
    );
    expect(decodeFrames(body)).toEqual([
      { kind: "keyframe", columns: 80, rows: 24, offset: 1n, above: 3n, bytes: bytes(65, 66) },
    ]);
  });

  it("may be a part of a larger buffer", () => {
    const whole = bytes(9, 9, 2, 1, 0, 0, 0, 65);
    expect(decodeFrames(whole.subarray(2))).toEqual([{ kind: "output", bytes: bytes(65) }]);
  });

  it("may be empty", () => {
    expect(decodeFrames(bytes())).toEqual([]);
  });

  it("skips a kind that this window does not know", () => {
    expect(decodeFrames(bytes(77, 2, 0, 0, 0, 1, 2, 2, 1, 0, 0, 0, 65))).toEqual([
      { kind: "output", bytes: bytes(65) },
    ]);
  });

  it("says an end without an observed exit", () => {
    const json = text('{"reason":"owner_lost","exit":null}');
    expect(decodeFrames(bytes(4, json.length, 0, 0, 0, ...json))).toEqual([
      { kind: "ended", reason: "owner_lost", exit: null },
    ]);
  });

  it.each([
    ["a head that is cut short", bytes(2, 1, 0)],
    ["a payload that is cut short", bytes(2, 5, 0, 0, 0, 65)],
    ["a length beyond all bounds", bytes(2, 255, 255, 255, 255, 65)],
    ["a keyframe without its head", bytes(1, 4, 0, 0, 0, 80, 0, 24, 0)],
    ["a grid of nothing", bytes(3, 4, 0, 0, 0, 0, 0, 24, 0)],
    ["a size that is cut short", bytes(3, 2, 0, 0, 0, 80, 0)],
    ["an end that is not JSON", bytes(4, 1, 0, 0, 0, 65)],
    ["an end with an unknown reason", bytes(4, 16, 0, 0, 0, ...text('{"reason":"why"}'))],
  ])("refuses %s", (_name, body) => {
    expect(() => decodeFrames(body)).toThrow(FrameError);
  });
});
