const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*>|<(\/?)([A-Za-z_][\w.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const TEXT = /(?:[^<&]|&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)+/y

/**
 * Says what is wrong with an XML configuration text, or `null`. An embedded node with a malformed file ends without a
 * message. Accepts the subset of XML that ClickHouse configuration uses.
 */
export function findXmlFault(text: string): string | null {
  const open: string[] = []
  let roots = 0
  let at = 0
  const fault = (what: string) => `line ${text.slice(0, at).split('\n').length}: ${what}`
  while (at < text.length) {
    if (text[at] !== '<') {
      TEXT.lastIndex = at
      const found = TEXT.exec(text)
      if (!found) return fault('"&" does not start an entity (write &amp;)')
      if (open.length === 0 && found[0].trim() !== '') return fault('text outside the root element')
      at += found[0].length
      continue
    }
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    if (!found) return fault('a "<" does not start a well-formed tag (write &lt;)')
    const [whole, closing, name, , selfClosing] = found
    if (name !== undefined) {
      if (closing) {
        const expected = open.pop()
        if (expected !== name) return fault(`</${name}> closes ${expected ? `<${expected}>` : 'nothing'}`)
      } else {
        if (open.length === 0 && ++roots > 1) return fault(`second root element <${name}>`)
        if (!selfClosing) open.push(name)
      }
    }
    at += whole.length
  }
  if (open.length > 0) return fault(`<${open.at(-1)}> is not closed`)
  return roots === 1 ? null : fault('no root element')
}

/** Throws with the name of the file and the line when the text is not well-formed. */
export function assertXml(file: string, text: string): void {
  const fault = findXmlFault(text)
  if (fault) throw new Error(`${file} is not well-formed XML, ${fault}. Nothing was started.`)
}
