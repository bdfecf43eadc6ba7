// Draws stills for as long as the service asks for them: takes a job, sends the still or why it cannot be drawn.
import type { Plan } from "../plan/plan";
import { send } from "./loopback";
import type { StillJob } from "./venue-still";
import { StillPainter } from "./venue-still";

type NumberedJob = StillJob & { number: number; planId: string };

export async function drawStills(): Promise<never> {
  const painter = new StillPainter();
  let planId = "";
  for (;;) {
    const answer = await fetch("job");
    // None was asked for within the time that the server waits.
    if (answer.status === 204) continue;
    const job = (await answer.json()) as NumberedJob;
    try {
      if (job.planId !== planId) {
        planId = "";
        await painter.setPlan(await planOf());
        planId = job.planId;
      }
      const { full, small } = await painter.draw(job);
      await send(`small/${job.number}`, small);
      await send(`pictures/${job.number}`, full);
    } catch (error) {
      await send("fault", String(error));
    }
  }
}

async function planOf(): Promise<Plan> {
  return (await fetch("plan.json")).json() as Promise<Plan>;
}
