// When the graphics device has drawn what it was given.

/** How often the graphics device is asked whether it has finished. */
const POLL_MS = 4;

/**
 * Resolves once the device has drawn what it was given: to false if it was lost, or if nobody waits any more. Reading a
 * pixel would hold up the page until then.
 */
export function whenDrawn(gl: WebGL2RenderingContext, signal: AbortSignal): Promise<boolean> {
  const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  return new Promise((resolve) => {
    const ask = () => {
      const status = sync === null || signal.aborted ? gl.WAIT_FAILED : gl.clientWaitSync(sync, 0, 0);
      if (status === gl.TIMEOUT_EXPIRED) {
        setTimeout(ask, POLL_MS);
        return;
      }
      gl.deleteSync(sync);
      resolve(status !== gl.WAIT_FAILED);
    };
    setTimeout(ask, POLL_MS);
  });
}
