// The venues screen: the list, the form for a new venue, or one venue, depending on the route.
import type { ScreenProps } from "../shell/screen-props";
import { CreateVenue } from "./create";
import { VenueDetail } from "./detail";
import { VenueList } from "./list";
import "./venues.css";

export function Venues(props: ScreenProps) {
  const [id, tab] = props.path;
  if (id === undefined) return <VenueList {...props} />;
  if (id === "new") return <CreateVenue {...props} />;
  return <VenueDetail key={id} {...props} venueId={id} tab={tab ?? null} />;
}
