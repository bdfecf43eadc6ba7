// The first script of the viewer's page. It is small, so that the first requests are on their way while the viewer
// itself is still loading.
import "../design/theme.css";
import "./viewer.css";
import "./sheet.css";
import "./early-messages";
import "./first-requests";

void import("./main");
