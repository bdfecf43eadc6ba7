// The element's default style. The page's own rules for the element override it.

const RULES = `
:host { display: block; position: relative; box-sizing: border-box; width: 100%; aspect-ratio: 16 / 10; min-height: 440px; overflow: hidden; border-radius: 12px; }
:host([hidden]) { display: none; }
:host(:state(narrow)) { aspect-ratio: 9 / 14; }
iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }
p { box-sizing: border-box; position: absolute; inset: 0; display: grid; place-items: center; margin: 0; padding: 24px; background: #f4f4f1; color: #1b1d22; font: 16px/1.5 system-ui, sans-serif; text-align: center; }
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
