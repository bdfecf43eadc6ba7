// The entry point of the API reference.
import { render } from "preact";

import "../design/theme.css";
import { Reference } from "./reference";

render(<Reference />, document.getElementById("reference")!);
