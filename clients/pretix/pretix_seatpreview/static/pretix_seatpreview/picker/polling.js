// Asks again and again what is free: as often as ever, also where the shop answers late.
(() => {
  window.SeatPreviewPicker ??= {};

  const POLL_MS = 5_000;
  /** The first answers may be a few seconds old, and the buyer may come back from a seat that somebody else got. */
  const SECOND_POLL_MS = 3_500;
  const POLL_MS_MAX = 30_000;
  /** A shop with many buyers answers late, but with what is free at that moment. A page that waited for each answer before
   * it asks again would hear of a taken seat as much later. */
  const QUESTIONS_MAX = 3;

  class Polling {
    /** `ask` returns a promise. `onEnd` is called after each question, with the number of questions that failed in a row. */
    constructor(ask, onEnd) {
      Object.assign(this, { ask, onEnd });
      this.isFirst = true;
      this.questions = 0;
      this.failures = 0;
    }

    /** Asks at once, and goes on asking while the page is visible. */
    async now() {
      clearTimeout(this.timer);
      if (!document.hidden) this.timer = setTimeout(() => this.now(), this.pause());
      if (this.questions >= QUESTIONS_MAX) return;
      this.questions++;
      try {
        await this.ask();
        this.failures = 0;
      } catch (error) {
        this.failures++;
        console.warn("Seat Preview:", error);
      }
      this.questions--;
      this.onEnd(this.failures);
    }

    pause() {
      const wait = this.isFirst ? SECOND_POLL_MS : POLL_MS * (1 + this.failures) + Math.random() * 1_000;
      this.isFirst = false;
      return Math.min(wait, POLL_MS_MAX);
    }
  }

  Object.assign(window.SeatPreviewPicker, { Polling });
})();
