/**
 * Decodes the body of a read: a row of frames, each kind (u8), length (u32, little-endian), payload.
 * The shapes are those of the design's section 5; kinds of a later engine are skipped.
 */
import type { Exit } from "../backend/generated/Exit";
import type { Reason } from "../backend/generated/Reason";

/** Brings a terminal from any state to the screen at `offset` of the log. */
export interface Keyframe {
  kind: "keyframe";
  columns: number;
  rows: number;
  offset: bigint;
  /** Lines of the session's history above those that it brings, at most: some may not be kept. */
  above: bigint;
  bytes: Uint8Array;
}

export type Frame =
  | Keyframe
  | { kind: "output"; bytes: Uint8Array }
  | { kind: "resized"; columns: number; rows: number }
  | { kind: "ended"; reason: Reason; exit: Exit | null };

/** The body is not what section 5 says: cut short, or a payload that is too small for its kind. */
export class FrameError extends Error {
  override readonly name = "FrameError";
}

const HEAD = 5;
const KEYFRAME_HEAD = 20;
const RESIZED = 4;

const REASONS: readonly Reason[] = [
  "idle",
  "evicted",
  "orphaned",
  "exited",
  "closed",
  "app_quit",
  "owner_lost",
  "start_failed",
];

/** @throws {FrameError} */
export function decodeFrames(body: Uint8Array): Frame[] {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const frames: Frame[] = [];
  let at = 0;
  while (at < body.byteLength) {
    if (at + HEAD > body.byteLength) throw new FrameError(`a frame's head is cut short at ${at}`);
    const kind = view.getUint8(at);
    const length = view.getUint32(at + 1, true);
    const start = at + HEAD;
    if (start + length > body.byteLength) {
      throw new FrameError(`a frame of ${length} bytes at ${at} is cut short`);
    }
    const frame = decodeFrame(kind, body.subarray(start, start + length));
    if (frame) frames.push(frame);
    at = start + length;
  }
  return frames;
}

function decodeFrame(kind: number, payload: Uint8Array): Frame | null {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  switch (kind) {
    case 1:
      if (payload.byteLength < KEYFRAME_HEAD) throw new FrameError("a keyframe without its head");
      return {
        kind: "keyframe",
        ...gridOf(view),
        offset: view.getBigUint64(4, true),
        above: view.getBigUint64(12, true),
        bytes: payload.subarray(KEYFRAME_HEAD),
      };
    case 2:
      return { kind: "output", bytes: payload };
    case 3:
      if (payload.byteLength < RESIZED) throw new FrameError("a size without its numbers");
      return { kind: "resized", ...gridOf(view) };
    case 4:
      return decodeEnded(payload);
    default:
      return null;
  }
}

function gridOf(view: DataView): { columns: number; rows: number } {
  const columns = view.getUint16(0, true);
  const rows = view.getUint16(2, true);
  if (columns === 0 || rows === 0) throw new FrameError(`a grid of ${columns} by ${rows}`);
  return { columns, rows };
}

function decodeEnded(payload: Uint8Array): Frame {
  let told: unknown;
  try {
    told = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
  } catch {
    throw new FrameError("an end that is not JSON");
  }
  if (typeof told !== "object" || told === null || !("reason" in told)) {
    throw new FrameError("an end without a reason");
  }
  const reason = REASONS.find((known) => known === told.reason);
  if (!reason) throw new FrameError("an end with an unknown reason");
  return { kind: "ended", reason, exit: "exit" in told ? exitOf(told.exit) : null };
}

function exitOf(told: unknown): Exit | null {
  if (typeof told !== "object" || told === null) return null;
  if ("code" in told && typeof told.code === "number") return { kind: "code", code: told.code };
  if ("signal" in told && typeof told.signal === "number") {
    const name = "name" in told && typeof told.name === "string" ? told.name : String(told.signal);
    return { kind: "signal", signal: told.signal, name };
  }
  return null;
}

/** The other direction, for the fake engine and for tests. */
export function encodeFrames(frames: readonly Frame[]): Uint8Array {
  const parts = frames.map(encodeFrame);
  const body = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.byteLength;
  }
  return body;
}

function encodeFrame(frame: Frame): Uint8Array {
  switch (frame.kind) {
    case "keyframe": {
      const part = framed(1, KEYFRAME_HEAD + frame.bytes.byteLength);
      const view = new DataView(part.buffer);
      view.setUint16(HEAD, frame.columns, true);
      view.setUint16(HEAD + 2, frame.rows, true);
      view.setBigUint64(HEAD + 4, frame.offset, true);
      view.setBigUint64(HEAD + 12, frame.above, true);
      part.set(frame.bytes, HEAD + KEYFRAME_HEAD);
      return part;
    }
    case "output": {
      const part = framed(2, frame.bytes.byteLength);
      part.set(frame.bytes, HEAD);
      return part;
    }
    case "resized": {
      const part = framed(3, RESIZED);
      const view = new DataView(part.buffer);
      view.setUint16(HEAD, frame.columns, true);
      view.setUint16(HEAD + 2, frame.rows, true);
      return part;
    }
    case "ended": {
      const json = new TextEncoder().encode(JSON.stringify({ reason: frame.reason, exit: frame.exit }));
      const part = framed(4, json.byteLength);
      part.set(json, HEAD);
      return part;
    }
  }
}

function framed(kind: number, length: number): Uint8Array<ArrayBuffer> {
  const part = new Uint8Array(HEAD + length);
  const view = new DataView(part.buffer);
  view.setUint8(0, kind);
  view.setUint32(1, length, true);
  return part;
}
