// The screen of venues: the list, a new one, or one of them.
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
