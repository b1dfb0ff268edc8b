/** The settings of the pretended engine: those that there are, with the engine's words for what cannot be. */
import type { Setting } from "./generated/Setting";
import type { SettingFault } from "./generated/SettingFault";
import type { SettingKind } from "./generated/SettingKind";
import type { Settings } from "./generated/Settings";

const DURATION: SettingKind = { kind: "duration" };

export function sampleSettings(faults: SettingFault[] = []): Settings {
  const setting = (key: string, value: string, kind: SettingKind): Setting => ({
    key,
    value,
    default: value,
    kind,
  });
  return {
    file: "/home/ada/.config/inglenook/settings.toml",
    faults,
    values: [
      setting("sessions.idle_after", "6h", DURATION),
      setting("sessions.max_live", "16", { kind: "count" }),
      setting("sessions.orphan_grace", "20s", DURATION),
      setting("sessions.shell_integration", "true", { kind: "switch" }),
      setting("app.keep_running_in_background", "false", { kind: "switch" }),
      setting("appearance.font_size", "13", { kind: "number", least: 8, most: 32, whole: true }),
      setting("appearance.minimum_contrast", "4.5", { kind: "number", least: 1, most: 21, whole: false }),
      setting("appearance.renderer", "auto", { kind: "choice", of: ["auto", "dom"] }),
      setting("appearance.screen_reader", "false", { kind: "switch" }),
    ],
  };
}

export const SAMPLE_FAULTS: SettingFault[] = [
  {
    line: 4,
    key: "sessions.idle_after",
    message: "“soon” is not a length of time. Write it like 90s, 20m, 6h or 1h 30m, or never.",
  },
  {
    line: 9,
    key: null,
    message: "There is no setting sessions.max_alive. There are: idle_after, max_live, orphan_grace.",
  },
];

/** The settings after this, or what may stand there. */
export function withSetting(settings: Settings, key: string, value: string): Settings | string {
  const setting = settings.values.find((each) => each.key === key);
  if (!setting) return `There is no setting ${key}.`;
  const wrong = whyNot(setting.kind, value.trim());
  if (wrong !== null) return wrong;
  return {
    ...settings,
    faults: settings.faults.filter((fault) => fault.key !== key),
    values: settings.values.map((each) => (each.key === key ? { ...each, value: value.trim() } : each)),
  };
}

function whyNot(kind: SettingKind, value: string): string | null {
  switch (kind.kind) {
    case "duration":
      return /^(never|0|(\d+\s*(d|h|m|s)\s*)+)$/.test(value)
        ? null
        : `“${value}” is not a length of time. Write it like 90s, 20m, 6h or 1h 30m, or never.`;
    case "count":
      return /^\d+$/.test(value) ? null : `“${value}” is not a whole number. Write 0 for no limit.`;
    case "number": {
      const number = value === "" ? NaN : Number(value);
      const fits = number >= kind.least && number <= kind.most && (!kind.whole || Number.isInteger(number));
      const wanted = kind.whole ? "a whole number" : "a number";
      return fits ? null : `“${value}” is not ${wanted} from ${kind.least} to ${kind.most}.`;
    }
    case "switch":
      return /^(true|false)$/.test(value) ? null : `“${value}” is neither true nor false.`;
    case "choice":
      return kind.of.includes(value) ? null : `“${value}” is not one of: ${kind.of.join(", ")}.`;
  }
}
