/** What each setting is called and does, in plain words, and how its values read. */
import type { Setting } from "../backend/generated/Setting";
import type { SettingKind } from "../backend/generated/SettingKind";

export interface SettingWords {
  name: string;
  about: string;
}

const WORDS: Readonly<Record<string, SettingWords>> = {
  "sessions.idle_after": {
    name: "Sleep when idle",
    about:
      "A session that nobody used for so long goes to sleep, unless something runs or waits in it. Its screen, history and notes stay.",
  },
  "sessions.max_live": {
    name: "Live sessions at once",
    about:
      "With more than this, those used least recently go to sleep. Sessions in view, pinned or at work are left alone.",
  },
  "sessions.orphan_grace": {
    name: "Wait for a lost window",
    about: "How long a session goes on when the window that showed it crashed, before it goes to sleep.",
  },
  "sessions.shell_integration": {
    name: "Marks for commands",
    about:
      "bash, zsh and fish mark each command and how it ended, and say in which directory they are. Your own files are not touched. It holds for the next shell that starts.",
  },
  "app.keep_running_in_background": {
    name: "Keep running in the background",
    about: "Sessions go on when you close the last window. Otherwise Inglenook quits, and they go to sleep.",
  },
  "appearance.font_size": {
    name: "Text size",
    about:
      "Of the terminal, in every window. Ctrl and + or − change it too, and Ctrl 0 brings the usual size back.",
  },
  "appearance.minimum_contrast": {
    name: "Contrast of text",
    about: "Text that a program colours fainter than this is drawn clearer. 1 leaves every colour as it is.",
  },
  "appearance.renderer": {
    name: "How the terminal is drawn",
    about: "Change this only if the terminal stays blank or looks wrong.",
  },
  "appearance.screen_reader": {
    name: "For a screen reader",
    about:
      "A screen reader is told what the terminal prints, and can read its lines. It makes much output slower.",
  },
};

const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "appearance.renderer": { auto: "With the graphics card, where it can", dom: "As text of the page" },
};

const HINTS: Partial<Record<SettingKind["kind"], string>> = {
  duration: "Like 6h, 90s or never",
  count: "0 for no limit",
};

/** A setting of a newer engine is called what it is called in the file. */
export function wordsOfSetting(key: string): SettingWords {
  return WORDS[key] ?? { name: key, about: "" };
}

export function hintFor(kind: SettingKind): string | undefined {
  return kind.kind === "number" ? `${kind.least} to ${kind.most}` : HINTS[kind.kind];
}

/** How a value reads: `On`, `No limit`, `6h`. */
export function wordsOfValue(setting: Setting, value: string): string {
  switch (setting.kind.kind) {
    case "switch":
      return value === "true" ? "on" : "off";
    case "count":
      return value === "0" ? "no limit" : value;
    case "choice":
      return CHOICES[setting.key]?.[value] ?? value;
    case "duration":
    case "number":
      return value;
  }
}
