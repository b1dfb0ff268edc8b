/**
 * The shell freezes `Object.prototype` before the page runs. An object can then not be given a `toString` by
 * assignment, only by definition, and xterm.js and its WebGL addon assign one while they load: the window would
 * stay blank. This rewrites those lines, and fails the build where another such assignment is left.
 */
import type { Plugin } from "vite";

const ASSIGNED = /\b(\w+)\.toString=(\w+);/g;
const LEFT = /\.(?:toString|valueOf|constructor|hasOwnProperty|isPrototypeOf|toLocaleString)\s*=[^=].{0,60}/;

export function frozenPrototype(): Plugin {
  return {
    name: "frozen-prototype",
    transform: {
      filter: { id: /@xterm\/.+\.mjs$/ },
      handler: (code) => code.replace(ASSIGNED, 'Object.defineProperty($1,"toString",{value:$2});'),
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        const left = chunk.type === "chunk" ? LEFT.exec(chunk.code) : null;
        if (left) this.error(`${chunk.fileName} would throw where Object.prototype is frozen: ${left[0]}`);
      }
    },
  };
}
