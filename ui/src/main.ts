/** The window starts: styles, what is asked first, and then the code that shows it. */
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "@fontsource-variable/jetbrains-mono/wght-italic.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/lines.css";
import { asked, backend } from "./asked";
import { begin } from "./app/begin";
import { noteWhatUses } from "./app/used-by";

const root = document.getElementById("app");
if (!root) throw new Error("index.html has no #app");
noteWhatUses(document);
void begin(root, backend, asked);
