/** Copying to the clipboard, and what is said of it. */
import type { Output } from "../terminal/command-marks";
import { counted } from "../time/when";
import type { Announcer } from "./announcer.svelte";
import type { Toasts } from "./toasts.svelte";

export class Copying {
  constructor(
    private readonly announcer: Pick<Announcer, "say">,
    private readonly toasts: Pick<Toasts, "say">,
  ) {}

  async text(text: string): Promise<void> {
    if (await this.toClipboard(text)) this.announcer.say("Copied.");
  }

  /** What the last command printed; null where none has ended that the shell told of. */
  async output(output: Output | null): Promise<void> {
    if (output === null) this.toasts.say("There is no output of a command here yet.");
    else if (output.text === "") this.toasts.say("The last command printed nothing.");
    else if (await this.toClipboard(output.text)) this.toasts.say(copiedWords(output));
  }

  private async toClipboard(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      this.toasts.say("The clipboard cannot be reached here. You can select the text and copy it.");
      return false;
    }
  }
}

function copiedWords({ text, whole }: Output): string {
  const lines = counted(text.split("\n").length, ["line", "lines"]);
  return whole
    ? `Copied ${lines}.`
    : `Copied the last ${lines}; what came before is not in the pane any more.`;
}
