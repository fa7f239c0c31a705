import { S3Error } from './s3-error.ts'

/** An element of a parsed request body; namespaces prefixes are dropped, attributes ignored. */
export interface XmlElement {
  readonly name: string
  readonly children: readonly XmlElement[]
  readonly text: string
}

interface OpenElement {
  name: string
  children: XmlElement[]
  text: string
}

const TOKEN =
  /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([^\s<>/]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/gy

/** Parses the XML of a request (no DTD, so no entity but the five named ones and character references). */
export function parseXml(source: string): XmlElement {
  const document: OpenElement = { name: '', children: [], text: '' }
  const open: OpenElement[] = [document]
  let end = 0
  for (const match of source.trim().matchAll(TOKEN)) {
    end = match.index + match[0].length
    const [, cdata, slash, qualifiedName, , selfClosing, text] = match
    const top = open.at(-1)
    if (!top) throw malformed()
    if (cdata !== undefined) top.text += cdata
    else if (text !== undefined) top.text += decodeEntities(text)
    else if (qualifiedName !== undefined) {
      const name = qualifiedName.slice(qualifiedName.indexOf(':') + 1)
      if (slash === '/') {
        if (top.name !== name || open.length === 1) throw malformed()
        open.pop()
      } else {
        const element: OpenElement = { name, children: [], text: '' }
        top.children.push(element)
        if (selfClosing !== '/') open.push(element)
      }
    }
  }
  const [root] = document.children
  if (end !== source.trim().length || open.length !== 1 || !root || document.children.length !== 1) {
    throw malformed()
  }
  return root
}

export function childText(element: XmlElement, name: string): string | null {
  return element.children.find((child) => child.name === name)?.text ?? null
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));|&/g,
    (_, hex, decimal, name) => {
      if (name !== undefined) return NAMED[name] ?? ''
      const codePoint = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal)
      if (Number.isNaN(codePoint) || codePoint > 0x10ffff) throw malformed()
      return String.fromCodePoint(codePoint)
    },
  )
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function malformed(): S3Error {
  return new S3Error('MalformedXML', 'The XML you provided was not well-formed.')
}
