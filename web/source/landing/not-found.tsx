// The entry point of the page for links that lead nowhere. Its text is in not-found.html; this adds the header.
import { render } from "preact";

import "../design/theme.css";
import { SiteHeader } from "../design/site-header";
import "./landing.css";

render(<SiteHeader current={null} />, document.getElementById("site-header")!);
