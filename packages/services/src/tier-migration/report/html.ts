/** Text that is HTML already. Only `html` makes it, so every value that came from elsewhere was escaped once. */
export class Html {
  constructor(readonly text: string) {}
}

export type HtmlValue = string | number | bigint | Html | null | readonly HtmlValue[]

/** A template whose values are escaped, except those that `html` made. Null and empty lists leave nothing behind. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(
    strings.reduce((text, string, index) => text + renderValue(values[index - 1] ?? null) + string),
  )
}

function renderValue(value: HtmlValue): string {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(renderValue).join('')
  return escapeText(String(value))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Safe in text and in quoted attributes. Control and direction characters become visible: a name must not be able to
 * turn the words around it, or to hide.
 */
export function escapeText(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
    .replace(/[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, (character) =>
      character === '\n' || character === '\t' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )
}
