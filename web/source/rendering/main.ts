// The page that `seatpreview imagery render` opens: fetches the plan and the jobs, and sends a picture for each.
import type { Plan } from "../plan/plan";
import type { PanoramaJob } from "./venue-panorama";
import { VenuePanoramas } from "./venue-panorama";

type Work = { plan: Plan; jobs: PanoramaJob[] };

async function run(): Promise<void> {
  const answer = await fetch("work.json");
  const { plan, jobs } = (await answer.json()) as Work;
  const panoramas = await VenuePanoramas.of(plan);
  document.body.append(panoramas.canvas);
  for (const [number, job] of jobs.entries()) {
    const picture = await panoramas.draw(job);
    await send(`pictures/${number}`, picture);
  }
}

async function send(path: string, body: Blob | string): Promise<void> {
  const answer = await fetch(path, { method: "POST", body });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
}

run().catch((error: unknown) => send("fault", String(error)));
