const S3_NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'

/** Children of an element, in order; null ones are left out. */
type XmlContent = string | readonly (XmlNode | null)[]
export type XmlNode = readonly [name: string, content: XmlContent]

/** Renders a whole document; the root gets the namespace of S3 unless told otherwise (error documents have none). */
export function renderXml([name, content]: XmlNode, namespace: string | null = S3_NAMESPACE): string {
  const attribute = namespace === null ? '' : ` xmlns="${namespace}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${attribute}>${renderContent(content)}</${name}>`
}

function renderContent(content: XmlContent): string {
  if (typeof content === 'string') return escapeText(content)
  let text = ''
  for (const node of content) {
    if (node !== null) text += `<${node[0]}>${renderContent(node[1])}</${node[0]}>`
  }
  return text
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: keys may hold them, and a parser would fold a bare CR into LF
const UNSAFE = /[&<>"\u0000-\u001f\u007f\ufffe\uffff]/g
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Control characters become references, as Amazon S3 sends them; most are not legal XML 1.0 even so, which is why clients
 * with such keys ask for `encoding-type=url`.
 */
function escapeText(text: string): string {
  return text.replace(UNSAFE, (char) => NAMED[char] ?? `&#x${char.charCodeAt(0).toString(16)};`)
}
