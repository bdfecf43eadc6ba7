// Icons as inline SVG on a 20-pixel grid, in the colour of the surrounding text.
import type { ComponentChildren } from "preact";

type IconProps = { label?: string };

function icon(drawing: ComponentChildren) {
  /** The accessible name. Without it, the icon is hidden from screen readers. */
  return function Icon({ label }: IconProps) {
    if (label === undefined) {
      return (
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
          {drawing}
        </svg>
      );
    }
    return (
      <svg class="icon" viewBox="0 0 20 20" role="img" aria-label={label} focusable="false">
        {drawing}
      </svg>
    );
  };
}

export const KeyIcon = icon(
  <>
    <circle cx="6.5" cy="13.5" r="3.5" />
    <path d="M9 11 16.5 3.5M13 7l2.5 2.5M15 5l2 2" />
  </>,
);
export const VenueIcon = icon(
  <>
    <ellipse cx="10" cy="10" rx="7.5" ry="6" />
    <ellipse cx="10" cy="10" rx="3" ry="2" />
    <path d="M10 4v4M10 12v4M2.5 10H7M13 10h4.5" />
  </>,
);
export const EventsIcon = icon(<path d="M3 17h14M5.5 17v-5M10 17V4M14.5 17V8.5" />);
export const TenantsIcon = icon(
  <>
    <circle cx="7.5" cy="7" r="3" />
    <path d="M2.5 16.5c0-3 2.2-4.8 5-4.8s5 1.8 5 4.8M12.5 4.4a2.8 2.8 0 0 1 0 5.2M14.5 12c1.9.6 3 2.2 3 4.5" />
  </>,
);
export const PersonIcon = icon(
  <>
    <circle cx="10" cy="7" r="3.2" />
    <path d="M4 17c0-3.3 2.6-5.3 6-5.3s6 2 6 5.3" />
  </>,
);
export const MapIcon = icon(<path d="m2.5 5 5-2 5 2 5-2v12l-5 2-5-2-5 2zM7.5 3v12M12.5 5v12" />);
export const PlusIcon = icon(<path d="M10 4v12M4 10h12" />);
export const CloseIcon = icon(<path d="m5 5 10 10M15 5 5 15" />);
export const CheckIcon = icon(<path d="m4 10.5 4 4 8-9" />);
export const CopyIcon = icon(
  <>
    <rect x="7" y="7" width="9.5" height="9.5" rx="1.5" />
    <path d="M13 7V5a1.5 1.5 0 0 0-1.5-1.5H5A1.5 1.5 0 0 0 3.5 5v6.5A1.5 1.5 0 0 0 5 13h2" />
  </>,
);
export const WarningIcon = icon(<path d="M10 3 2.5 16.5h15zM10 8v4M10 14.4v.1" />);
export const InfoIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 9.3v4.2M10 6.5v.1" />
  </>,
);
export const HelpIcon = icon(
  <>
    <circle cx="10" cy="10" r="7.5" />
    <path d="M7.8 7.8a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.8-1.1 1.6M10 13.9v.1" />
  </>,
);
export const ErrorIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6.2v4.6M10 13.5v.1" />
  </>,
);
export const ClockIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6v4.2l2.8 1.8" />
  </>,
);
export const RotateIcon = icon(
  <path d="M16 9A6.2 6.2 0 0 0 4.7 6.8M4 11a6.2 6.2 0 0 0 11.3 2.2M4.5 3.5v3.7h3.7M15.5 16.5v-3.7h-3.7" />,
);
export const SearchIcon = icon(
  <>
    <circle cx="8.8" cy="8.8" r="5.3" />
    <path d="m12.8 12.8 4 4" />
  </>,
);
export const FilterIcon = icon(<path d="M3 5h14M5.5 10h9M8.5 15h3" />);
export const BackIcon = icon(<path d="M16 10H4.5M9 5l-5 5 5 5" />);
export const ForwardIcon = icon(<path d="M4 10h11.5M11 5l5 5-5 5" />);
export const DownIcon = icon(<path d="m5 8 5 5 5-5" />);
export const MenuIcon = icon(<path d="M3 5.5h14M3 10h14M3 14.5h14" />);
export const SignOutIcon = icon(
  <path d="M8 3.5H4.5a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1H8M12.5 6.5 16 10l-3.5 3.5M16 10H8" />,
);
export const EyeIcon = icon(
  <>
    <path d="M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5z" />
    <circle cx="10" cy="10" r="2.2" />
  </>,
);
export const EyeOffIcon = icon(
  <path d="M3.5 3.5 16.5 16.5M8 5.3A7.6 7.6 0 0 1 10 5c4.8 0 7.5 5 7.5 5a13 13 0 0 1-2 2.6M12 14.7a7.4 7.4 0 0 1-2 .3c-4.8 0-7.5-5-7.5-5a13 13 0 0 1 2.7-3.2" />,
);
export const SunIcon = icon(
  <>
    <circle cx="10" cy="10" r="3.3" />
    <path d="M10 2v2M10 16v2M2 10h2M16 10h2M4.3 4.3l1.4 1.4M14.3 14.3l1.4 1.4M4.3 15.7l1.4-1.4M14.3 5.7l1.4-1.4" />
  </>,
);
export const MoonIcon = icon(<path d="M16.5 12A6.8 6.8 0 0 1 8 3.5a6.8 6.8 0 1 0 8.5 8.5z" />);
export const HalfMoonIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 3v14M13.5 4.2v11.6M12 3.5v13" />
  </>,
);
export const TrashIcon = icon(<path d="M3.5 5.5h13M8 5.5V3.5h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5" />);
export const EditIcon = icon(<path d="M4 16l.7-3.3L13.5 4l2.5 2.5-8.7 8.8zM11.8 5.7l2.5 2.5" />);
export const LinkIcon = icon(
  <path d="M8.5 11.5l3-3M7 9.5 4.8 11.7a2.5 2.5 0 0 0 3.5 3.5L10.5 13M13 10.5l2.2-2.2a2.5 2.5 0 0 0-3.5-3.5L9.5 7" />,
);
export const UploadIcon = icon(<path d="M10 13V4M6.5 7 10 3.5 13.5 7M4 13v3.5h12V13" />);
export const SendIcon = icon(<path d="M17 3 2.5 8.7l5.8 3 3 5.8zM17 3l-8.7 8.7" />);
export const PlayIcon = icon(<path d="M6.5 4.5v11l9-5.5z" />);
export const RefreshIcon = RotateIcon;
export const FullScreenIcon = icon(<path d="M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4" />);
export const ShareIcon = icon(<path d="M10 12.5V3M6.5 6.5 10 3l3.5 3.5M6 9H4.5v8h11V9H14" />);
export const CompareIcon = icon(<path d="M3 4h14v12H3zM10 4v12" />);
export const CompassIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="m13 7-1.8 4.2L7 13l1.8-4.2z" />
  </>,
);
export const UpIcon = icon(<path d="m5 12 5-5 5 5" />);
export const PinIcon = icon(<path d="M7 3h6M8 3v5l-2.5 3.5h9L12 8V3M10 11.5V17" />);
export const UndoIcon = icon(<path d="M7.5 4 3.5 8l4 4M3.5 8H12a4.5 4.5 0 0 1 0 9H8" />);
export const RedoIcon = icon(<path d="m12.5 4 4 4-4 4M16.5 8H8a4.5 4.5 0 0 0 0 9h4" />);
export const PasteIcon = icon(<path d="M7.5 4.5H5v12.5h10V4.5h-2.5M7.5 3h5v3h-5zM8 10h4M8 13h4" />);
