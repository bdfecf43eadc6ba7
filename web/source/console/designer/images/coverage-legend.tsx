// What the colours of the coverage map mean, and how many seats have each.
import { COVERAGE_KINDS, type CoverageKind, type SeatCoverage } from "./image-coverage";

const WORDS: Record<CoverageKind, { name: string; help: string }> = {
  own: { name: "Own image", help: "from this very seat" },
  near: { name: "Near", help: "from up to 6 m away" },
  far: { name: "Far", help: "further away: the drawing is shown first" },
  none: { name: "None", help: "the drawing is shown" },
};

export function CoverageLegend({ coverage }: { coverage: SeatCoverage }) {
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
