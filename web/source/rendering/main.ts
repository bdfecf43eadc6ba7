// The page that `seatpreview imagery render` and the service open. For panoramas it fetches the plan and the jobs, and
// sends a picture for each. For stills it waits for jobs until it is closed.
import type { Plan } from "../plan/plan";
import { send } from "./loopback";
import { drawStills } from "./still-jobs";
import type { PanoramaJob } from "./venue-panorama";
import { VenuePanoramas } from "./venue-panorama";

type Work = { plan: Plan; jobs: PanoramaJob[] };

async function run(): Promise<void> {
  const answer = await fetch("work.json");
  const { plan, jobs } = (await answer.json()) as Work;
  if (jobs.length === 0) {
    await sendDigest(plan);
    return;
  }
  if (jobs.every(({ width }) => width === 0)) {
    await sendShares(plan, jobs);
    return;
  }
  const panoramas = await VenuePanoramas.of(plan);
  document.body.append(panoramas.canvas);
  for (const [number, job] of jobs.entries()) {
    const picture = await panoramas.draw(job);
    await send(`pictures/${number}`, picture);
  }
}

/** Says how much of what is looked at each eye sees, instead of drawing pictures. Tests compare it with the service. */
async function sendShares(plan: Plan, jobs: readonly PanoramaJob[]): Promise<void> {
  const { SeenShares } = await import("./seen-share");
  const shares = await SeenShares.of(plan);
  for (const [number, { eye }] of jobs.entries()) await send(`pictures/${number}`, JSON.stringify(shares.from(eye)));
}

/** Says what the scene consists of. A test compares it with what the demo's pictures were taken of. */
async function sendDigest(plan: Plan): Promise<void> {
  const { sceneDigest } = await import("./scene-digest");
  await send("pictures/0", await sceneDigest(plan));
}

const work = location.hash === "#stills" ? drawStills : run;
work().catch((error: unknown) => send("fault", String(error)));
