export type XmlValue = string | number | bigint | readonly XmlValue[] | { readonly [name: string]: XmlValue }

/**
 * Renders an element; a list repeats the element, as ClickHouse configuration files do. A name that starts with `@` is
 * an attribute.
 */
export function renderXml(name: string, value: XmlValue, depth = 0): string {
  const indent = '  '.repeat(depth)
  if (Array.isArray(value)) {
    return value.map((item: XmlValue) => renderXml(name, item, depth)).join('')
  }
  if (typeof value === 'object') {
    const entries = Object.entries(value)
    const attributes = entries
      .filter(([child]) => child.startsWith('@'))
      .map(([child, content]) => ` ${child.slice(1)}="${escapeXml(String(content))}"`)
    const children = entries
      .filter(([child]) => !child.startsWith('@'))
      .map(([child, content]) => renderXml(child, content, depth + 1))
    // An element whose value comes from elsewhere (from_env) must not even contain white space (26.7).
    if (children.length === 0 && attributes.length > 0) return `${indent}<${name}${attributes.join('')}/>\n`
    return `${indent}<${name}${attributes.join('')}>\n${children.join('')}${indent}</${name}>\n`
  }
  return `${indent}<${name}>${escapeXml(String(value))}</${name}>\n`
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}
