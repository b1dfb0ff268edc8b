/** Where a link leads, shown while the pointer is on it: what a program prints may say anything above any address. */
import type { Platform } from "../backend/generated/Platform";
import { safeLink } from "./links";

export interface LinkTarget {
  show(link: string): void;
  hide(): void;
}

export function linkTarget(host: HTMLElement, platform: Platform): LinkTarget {
  const place = host.appendChild(document.createElement("div"));
  place.className = "link-target";
  place.dataset.testid = "link-target";
  place.hidden = true;
  const address = place.appendChild(document.createElement("span"));
  const how = place.appendChild(document.createElement("small"));
  const key = platform === "macos" ? "⌘" : "Ctrl";
  return {
    show(link) {
      const url = safeLink(link);
      address.textContent = url ?? "This kind of link is not opened.";
      how.textContent = url === null ? "" : `${key}+click to open`;
      place.hidden = false;
    },
    hide() {
      place.hidden = true;
    },
  };
}
