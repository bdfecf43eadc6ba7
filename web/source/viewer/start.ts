// The first script of the viewer's page. It is small, so that the first requests are on their way while the viewer
// itself is still loading.
import "../design/theme.css";
import "./viewer.css";
import "./sheet.css";
import "./small-frames.css";
import "./print.css";
import "./first-requests";
import { HostChannel } from "./host-channel";

// A host page sends its first message as soon as the frame has loaded, which does not wait for the viewer.
const hostChannel = new HostChannel(window);

void import("./main").then(({ start }) => start(hostChannel));
