/** The subset of XML in ClickHouse configuration: elements with attributes that contain elements or text. */
export interface ConfigElement {
  name: string
  attributes: Readonly<Record<string, string>>
  /** Text of a leaf; otherwise the child elements. */
  content: string | readonly ConfigElement[]
}

export type ParsedConfig = { kind: 'ok'; root: ConfigElement } | { kind: 'fault'; line: number; text: string }

export function printConfigXml(element: ConfigElement, depth = 0): string {
  const indent = '  '.repeat(depth)
  const attributes = Object.entries(element.attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')
  const open = `${indent}<${element.name}${attributes}`
  if (typeof element.content === 'string')
    return element.content === ''
      ? `${open}/>\n`
      : `${open}>${escapeXml(element.content)}</${element.name}>\n`
  const children = element.content.map((child) => printConfigXml(child, depth + 1)).join('')
  return `${open}>\n${children}${indent}</${element.name}>\n`
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
    .replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`)
}

const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([A-Za-z_][\w.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const textRun = /(?:[^<&]|&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)+/y

interface Open {
  name: string
  attributes: Record<string, string>
  children: ConfigElement[]
  text: string
}

/** Linear in the length of the text. Drops comments, and text beside elements, which is only indentation. */
export function parseConfigXml(text: string): ParsedConfig {
  const stack: Open[] = []
  let root: ConfigElement | undefined
  let at = 0
  const fault = (what: string): ParsedConfig => ({
    kind: 'fault',
    line: text.slice(0, at).split('\n').length,
    text: what,
  })
  const close = (element: Open): string | undefined => {
    const { name, attributes, children } = element
    const closed = { name, attributes, content: children.length > 0 ? children : element.text.trim() }
    const parent = stack.at(-1)
    if (parent) parent.children.push(closed)
    else if (root) return 'There is a second root element.'
    else root = closed
    return undefined
  }
  while (at < text.length) {
    if (text[at] !== '<') {
      textRun.lastIndex = at
      const run = textRun.exec(text)?.[0]
      if (run === undefined) return fault('A "&" does not start an entity: write &amp;.')
      const parent = stack.at(-1)
      if (parent) parent.text += decode(run)
      else if (run.trim() !== '') return fault('Text is not allowed outside of the root element.')
      at += run.length
      continue
    }
    token.lastIndex = at
    const found = token.exec(text)
    if (!found) return fault('A "<" does not start a well-formed tag: write &lt;.')
    const [whole, closing, name, rawAttributes = '', selfClosing] = found
    if (name !== undefined && closing) {
      const open = stack.pop()
      if (!open || open.name !== name)
        return fault(`</${name}> closes ${open ? `<${open.name}>` : 'nothing'}.`)
      const wrong = close(open)
      if (wrong) return fault(wrong)
    } else if (name !== undefined) {
      const open: Open = { name, attributes: readAttributes(rawAttributes), children: [], text: '' }
      if (selfClosing) {
        const wrong = close(open)
        if (wrong) return fault(wrong)
      } else stack.push(open)
    }
    at += whole.length
  }
  const left = stack.at(-1)
  if (left) return fault(`<${left.name}> is not closed.`)
  return root ? { kind: 'ok', root } : fault('There is no root element.')
}

function readAttributes(raw: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null)
  for (const [, name, double, single] of raw.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (name !== undefined) attributes[name] = decode(double ?? single ?? '')
  return attributes
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  return text.replace(/&(#x?[0-9a-fA-F]+|\w+);/g, (whole, entity: string) => {
    if (!entity.startsWith('#')) return named[entity] ?? whole
    const code = entity[1] === 'x' ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
