// All images of the venue: upload, which seats have one, and the list of those that are placed and those that are not.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { InfoIcon } from "../../../design/icons";
import type { ImageRef, PlacedImage } from "../../../layout-edits/image-edits";
import type { Plan } from "../../../plan/plan";
import { CheckField, SelectField } from "../../shell/form-fields";
import { ConfigurationSelect } from "../../venues/configuration-select";
import { ChooseFiles, FileDrop } from "../../venues/file-drop";
import { UploadList } from "../../venues/upload-list";
import { imageName, type Upload, withNames } from "../../venues/uploads";
import type { Uploads } from "../../venues/use-uploads";
import type { UploadedImage } from "../../venues/venue-images";
import type { Designer } from "../designer";
import { anyFits, type PlannedFile, placeFiles } from "./file-placing";
import { FilePlacingDialog } from "./file-placing-dialog";
import { COVERAGE_KINDS, type CoverageKind, type SeatCoverage } from "./image-coverage";
import { configurationName, ImageList } from "./image-list";

type ImageOverviewProps = {
  designer: Designer;
  plan: Plan;
  sending: Uploads;
  /** Null until they are known. */
  uploaded: readonly UploadedImage[] | null;
  images: readonly PlacedImage[];
  coverage: SeatCoverage | null;
  showsCoverage: boolean;
  onShowsCoverage: (shows: boolean) => void;
  /** The configuration that new images are for; null: for all. */
  target: string | null;
  onTarget: (configuration: string | null) => void;
  configuration: string | null;
  placing: string | null;
  placingHelp: ComponentChildren;
  onPlacing: (name: string | null) => void;
  onOpen: (ref: ImageRef) => void;
};

/** Files whose names may say what they are for: still to be uploaded, or uploaded already. */
type FilesToPlace = { uploads: readonly Upload[] | null; paths: readonly string[] };

export function ImageOverview(props: ImageOverviewProps) {
  const { designer, plan, sending, coverage, showsCoverage, onShowsCoverage, target, placing, onPlacing } = props;
  const [toPlace, setToPlace] = useState<FilesToPlace | null>(null);
  const uploaded = props.uploaded ?? [];
  const unplaced = uploaded.filter(
    ({ name, usedBy }) => usedBy.length === 0 && props.images.every(({ object }) => object !== name),
  );

  const send = (files: File[]) => {
    const uploads = withNames(files, (file) => imageName("", file.name));
    const paths = uploads.map(({ file }) => file.name);
    if (anyFits(plan, paths)) setToPlace({ uploads, paths });
    else void sending.send(uploads);
  };
  const placeAll = async (planned: readonly PlannedFile[], { uploads }: FilesToPlace) => {
    setToPlace(null);
    const taken = uploads === null ? uploaded : await sending.send(uploads);
    const found = planned.flatMap(({ path, covers }, index) => {
      const object = uploads?.[index]?.name ?? path;
      const file = taken.find(({ name }) => name === object);
      return covers === null || file === undefined ? [] : [{ ...file, object, covers }];
    });
    const title = found.length === 1 ? `Place ${found[0]?.object}` : `Place ${found.length} images`;
    designer.edit(title, placeFiles(plan, found, target));
  };

  return (
    <>
      <FileDrop isDisabled={sending.isBusy} onFiles={send}>
        <div class="row">
          <ChooseFiles isDisabled={sending.isBusy} onFiles={send} />
          <span class="small soft">or drop files here</span>
        </div>
        <UploadList uploads={sending.uploads} onRetry={() => void sending.retry()} onCancel={sending.cancel} />
      </FileDrop>
      <ConfigurationFields {...props} />
      <CheckField label="Show which seats have an image" isChecked={showsCoverage} onChecked={onShowsCoverage} />
      {showsCoverage && coverage !== null && <CoverageLegend coverage={coverage} />}
      {props.uploaded !== null && uploaded.length === 0 && (
        <p class="small soft">
          <InfoIcon /> No images yet. Until there are, buyers see the drawn view from each seat.
        </p>
      )}
      {uploaded.length > 0 && (
        <ImageList
          {...props}
          uploaded={uploaded}
          placed={props.images}
          onPlace={({ name }) => onPlacing(placing === name ? null : name)}
        />
      )}
      {unplaced.length > 1 && (
        <button
          type="button"
          class="button button-small"
          onClick={() => setToPlace({ uploads: null, paths: unplaced.map(({ name }) => name) })}
        >
          Place {unplaced.length} images by their names …
        </button>
      )}
      {toPlace !== null && (
        <FilePlacingDialog
          plan={plan}
          paths={toPlace.paths}
          isUpload={toPlace.uploads !== null}
          onPlace={(planned) => void placeAll(planned, toPlace)}
          onClose={() => setToPlace(null)}
        />
      )}
    </>
  );
}

/** Which configuration is on the map, and whether new images are for it alone. */
function ConfigurationFields({ designer, plan, configuration, target, onTarget }: ImageOverviewProps) {
  if (plan.configurations.length === 0) return null;
  return (
    <div class="image-configuration">
      <label class="field-label" for="images-configuration">
        Configuration
      </label>
      <ConfigurationSelect
        id="images-configuration"
        class="input"
        configurations={plan.configurations}
        defaultId={plan.defaultConfiguration}
        value={configuration}
        onValue={(id) => {
          designer.configuration.set(id);
          if (target !== null) onTarget(id);
        }}
      />
      {configuration !== null && (
        <SelectField
          label="New images are for"
          value={target === null ? "all" : "one"}
          choices={[
            { value: "one", text: `${configurationName(plan, configuration)} only` },
            { value: "all", text: "every configuration" },
          ]}
          onValue={(value) => onTarget(value === "all" ? null : configuration)}
        />
      )}
    </div>
  );
}

const WORDS: Record<CoverageKind, { name: string; help: string }> = {
  own: { name: "Own image", help: "from this very seat" },
  near: { name: "Near", help: "from up to 6 m away" },
  far: { name: "Far", help: "further away: the drawing is shown first" },
  none: { name: "None", help: "the drawing is shown" },
};

/** What the colours of the coverage map mean, and how many seats have each. */
function CoverageLegend({ coverage }: { coverage: SeatCoverage }) {
  const total = COVERAGE_KINDS.reduce((sum, kind) => sum + coverage.counts[kind], 0);
  return (
    <dl class="coverage-legend small" aria-label="Seats by their image">
      {COVERAGE_KINDS.map((kind) => (
        <div key={kind}>
          <dt>
            <span class={`coverage-swatch is-${kind}`} aria-hidden="true" /> {WORDS[kind].name}
          </dt>
          <dd>
            <strong>{coverage.counts[kind].toLocaleString()}</strong>{" "}
            <span class="soft">
              {percent(coverage.counts[kind], total)} · {WORDS[kind].help}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function percent(count: number, total: number): string {
  if (total === 0) return "0 %";
  const part = (100 * count) / total;
  return count > 0 && part < 1 ? "under 1 %" : `${Math.round(part)} %`;
}
