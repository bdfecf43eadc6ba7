// Mounts the Vue component.
import { SeatPreview } from "@seatpreview/vue";
import { createApp, h, shallowReactive, version } from "vue";

export { version };

export function mount(target, properties) {
  const given = shallowReactive({ ...properties });
  const app = createApp(() => h(SeatPreview, given));
  app.mount(target);
  return { update: (more) => Object.assign(given, more), unmount: () => app.unmount() };
}
