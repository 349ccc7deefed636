// Strings that mean harm, each with how it is shown: as text, with what would be invisible named.

const payload = "window.__pwned=1";

/// name → [what is stored, what is shown].
export const HOSTILE = Object.fromEntries(Object.entries({
  script: `<script>${payload}</script>`,
  closing: `</textarea></title></script></style><img src=x onerror=${payload}>`,
  attribute: `" onmouseover="${payload}" autofocus onfocus="${payload}" x="' onload='${payload}`,
  comment: `<!-- <b> --!> <!`,
  cdata: `]]><svg onload=${payload}>`,
  template: "{{constructor.constructor('window.__pwned=1')()}} ${window.__pwned=1}",
  address: `javascript:${payload}`,
  markdown: `[x](javascript:${payload}) ![x](x) <img src=x onerror=${payload}>`,
  entity: "&lt;b&gt; &#60;img src=x&#62; &amp;amp;",
  override: ["left\u202Eright", "left‹U+202E›right"],
  zero_width: ["zero\u200Bwidth\u2060joined\uFEFF!", "zero‹U+200B›width‹U+2060›joined‹U+FEFF›!"],
  tags: ["flag\u{E0041}tag", "flag‹U+E0041›tag"],
  nul: ["be\u0000fore", "be\uFFFDfore"],
  escape: ["\u001B[31mred\u0007", "‹U+001B›[31mred‹U+0007›"],
  right_to_left: "שלום (עולם) مرحبا",
  emoji: "👩‍👩‍👧‍👦 👍🏽 🏳️‍🌈",
  combining: "e\u0301\u0302\u0303 Z\u0351\u036B\u0343a\u0323l\u0489g\u0301o",
  lines: "one\r\ntwo\rthree\u2028four",
}).map(([name, of]) => [name, [of].flat()]).map(([name, [stored, shown = stored]]) => [name, [stored, shown]]));

/// All of them but for NUL in one line, for fields of which a set has one.
export const ALL = Object.values(HOSTILE).map(([stored]) => stored).join(" ¶ ").replace(/[\r\n\u2028]+/g, " ").replace("\0", "\uFFFD");

/// What a page shows of a string: white space runs together, and a chunk's text names characters without brackets.
export const flat = (text) => text.replaceAll(/[‹›]/g, "").replaceAll(/[\s\u2028]+/g, " ").trim();

/// What is shown of `ALL`.
export const ALL_SHOWN = flat(Object.values(HOSTILE).map(([, shown]) => shown).join(" ¶ "));

/// Runs in the page: what of it could only be there if a string had become markup.
export function injected() {
  const bad = "img, iframe, object, embed, base, svg, b[onclick], [onerror], [onload], [onmouseover], [onfocus], [href^='javascript:' i], [action^='javascript:' i], [src^='javascript:' i]";
  const found = [...document.querySelectorAll(bad)].map((element) => element.outerHTML.slice(0, 200));
  return window.__pwned === undefined ? found : [...found, "a script ran"];
}
