// The webhooks screen: the list, what changed, the form for a new webhook, or one webhook, depending on the route.
import { refusalOf } from "../shell/permissions";
import { RefusedScreen } from "../shell/permitted";
import type { ScreenProps } from "../shell/screen-props";
import { Changes } from "./changes";
import { CreateWebhook } from "./create";
import { WebhookDetail } from "./detail";
import { WebhookList } from "./list";
import { PARENT } from "./pages";
import "./webhooks.css";

export function Webhooks(props: ScreenProps) {
  const [which] = props.path;
  if (which === undefined) return <WebhookList {...props} />;
  if (which === "changes") return <Changes {...props} />;
  const refusal = refusalOf(props.caller, "createWebhook");
  if (which === "new" && refusal !== null) {
    return <RefusedScreen title="Create a webhook" guide="newWebhook" parent={PARENT} refusal={refusal} />;
  }
  if (which === "new") return <CreateWebhook {...props} />;
  return <WebhookDetail key={which} {...props} webhookId={which} />;
}
