// The venues screen: the list, the form for a new venue, or one venue, depending on the route.
import { refusalOf } from "../shell/permissions";
import { RefusedScreen } from "../shell/permitted";
import type { ScreenProps } from "../shell/screen-props";
import { CreateVenue } from "./create";
import { VenueDetail } from "./detail";
import { VenueList } from "./list";
import "./venues.css";
import "./versions.css";

export function Venues(props: ScreenProps) {
  const [id, tab] = props.path;
  if (id === undefined) return <VenueList {...props} />;
  const refusal = refusalOf(props.caller, "createVenue");
  if (id === "new" && refusal !== null) {
    return (
      <RefusedScreen
        title="New venue"
        guide="newVenue"
        parent={{ path: "/venues", name: "Venues" }}
        refusal={refusal}
      />
    );
  }
  if (id === "new") return <CreateVenue {...props} />;
  return <VenueDetail key={id} {...props} venueId={id} tab={tab ?? null} />;
}
