export type XmlValue = string | number | bigint | readonly XmlValue[] | { readonly [name: string]: XmlValue }

/** Renders an element; a list repeats the element, as ClickHouse configuration files do. */
export function renderXml(name: string, value: XmlValue, depth = 0): string {
  const indent = '  '.repeat(depth)
  if (Array.isArray(value)) {
    return value.map((item: XmlValue) => renderXml(name, item, depth)).join('')
  }
  if (typeof value === 'object') {
    const children = Object.entries(value).map(([child, content]) => renderXml(child, content, depth + 1))
    return `${indent}<${name}>\n${children.join('')}${indent}</${name}>\n`
  }
  return `${indent}<${name}>${escapeXml(String(value))}</${name}>\n`
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}
