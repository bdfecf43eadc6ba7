// Toasts: short confirmations at the edge of the screen. The screen itself always shows the same information.
import { useEffect, useState } from "preact/hooks";

import { CheckIcon } from "../../design/icons";

type Toast = { id: number; text: string };

const SHOWN_MS = 6000;

let show: (text: string) => void = () => undefined;

export function showToast(text: string): void {
  show(text);
}

export function Toasts() {
  const [toasts, setToasts] = useState<Toast[]>([]);
  useEffect(() => {
    let last = 0;
    show = (text) => {
      const id = ++last;
      setToasts((before) => [...before.slice(-2), { id, text }]);
      setTimeout(() => setToasts((before) => before.filter((toast) => toast.id !== id)), SHOWN_MS);
    };
    return () => {
      show = () => undefined;
    };
  }, []);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <p class="toast" key={toast.id}>
          <CheckIcon />
          {toast.text}
        </p>
      ))}
    </div>
  );
}
