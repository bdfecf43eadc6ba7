// The entry point of the console. The console is a client of the public API and has no endpoint of its own.
import { render } from "preact";

import "../design/theme.css";
import { Console } from "./console";

render(<Console />, document.getElementById("console")!);
