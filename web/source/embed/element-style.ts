// The element's default style. The page's own rules for the element override it.

const RULES = `
:host { display: block; position: relative; box-sizing: border-box; width: 100%; aspect-ratio: 16 / 10; min-height: 440px; overflow: hidden; border-radius: 12px; }
:host([hidden]) { display: none; }
:host(:state(narrow)) { aspect-ratio: 9 / 14; }
iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }
div { box-sizing: border-box; position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 16px; padding: 24px; background: #f4f4f1; color: #1b1d22; font: 16px/1.5 system-ui, sans-serif; text-align: center; }
p { margin: 0; max-width: 32em; }
button { min-height: 44px; padding: 8px 20px; border: 1px solid #86898f; border-radius: 6px; background: #fff; color: inherit; font: inherit; cursor: pointer; }
:host([theme="dark"]) div { background: #14161a; color: #e9e9e6; }
:host([theme="dark"]) button { background: #1c1f25; }
`;

let sheet: CSSStyleSheet | null = null;

/** A constructed style sheet, which a content security policy against inline styles allows. */
export function elementStyle(): CSSStyleSheet {
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(RULES);
  }
  return sheet;
}
