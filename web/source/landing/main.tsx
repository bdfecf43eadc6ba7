// The entry point of the landing page. Its text is in landing.html; this adds the header and, in a demo, the live view.
import { render } from "preact";

import "../design/theme.css";
import { SiteHeader } from "../design/site-header";
import "./landing.css";
import { showDemoView } from "./demo-view";

render(<SiteHeader current="/" />, document.getElementById("site-header")!);
void showDemoView(document.getElementById("view")!, document.getElementById("caption")!);
