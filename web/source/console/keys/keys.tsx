// The keys screen: the list, the form for a new key, or one key, depending on the route.
import { refusalOf } from "../shell/permissions";
import { RefusedScreen } from "../shell/permitted";
import type { ScreenProps } from "../shell/screen-props";
import { CreateKey } from "./create";
import { KeyDetail } from "./detail";
import { KeyList } from "./list";
import "./keys.css";

export function Keys(props: ScreenProps) {
  const [which] = props.path;
  if (which === undefined) return <KeyList {...props} />;
  const refusal = refusalOf(props.caller, "createKey");
  if (which === "new" && refusal !== null) {
    return (
      <RefusedScreen title="Create a key" guide="newKey" parent={{ path: "keys", name: "Keys" }} refusal={refusal} />
    );
  }
  if (which === "new") return <CreateKey {...props} />;
  return <KeyDetail key={which} {...props} keyId={which} />;
}
