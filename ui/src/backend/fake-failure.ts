/** How the pretended engine refuses. */
import type { Code } from "./generated/Code";
import type { Failure } from "./generated/Failure";

export function failure(code: Code, message: string, rest: Partial<Failure> = {}): Failure {
  return { code, message, hint: "", session: null, reason: null, ...rest };
}

/** The border speaks in plain objects; the type says `Error` only because a linter wants one to be thrown. */
export function thrown(failed: Failure): Error {
  return failed as unknown as Error;
}
