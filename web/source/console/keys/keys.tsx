// The keys screen: the list, the form for a new key, or one key, depending on the route.
import type { ScreenProps } from "../shell/screen-props";
import { CreateKey } from "./create";
import { KeyDetail } from "./detail";
import { KeyList } from "./list";
import "./keys.css";

export function Keys(props: ScreenProps) {
  const [which] = props.path;
  if (which === undefined) return <KeyList {...props} />;
  if (which === "new") return <CreateKey {...props} />;
  return <KeyDetail key={which} {...props} keyId={which} />;
}
