import { S3Error } from './s3-error.ts'

const KEPT = /[!'()*]/g

/** Percent-encodes every byte but A-Z a-z 0-9 - . _ ~, as Signature Version 4 prescribes; `/` too unless kept. */
export function encodeUri(text: string, keepSlash = false): string {
  const encoded = encodeURIComponent(text).replace(
    KEPT,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return keepSlash ? encoded.replaceAll('%2F', '/') : encoded
}

/**
 * Decodes one percent-encoded piece of a request target. A key that is not UTF-8 cannot be listed, so it is rejected.
 */
export function decodeUri(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    throw new S3Error('InvalidURI', "Couldn't parse the specified URI: it is not percent-encoded UTF-8.")
  }
}

/** Pairs of a query string in the order sent, decoded; a parameter without `=` has the value ''. */
export function parseQuery(queryString: string): [name: string, value: string][] {
  if (queryString === '') return []
  return queryString
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=')
      const name = equals < 0 ? pair : pair.slice(0, equals)
      const value = equals < 0 ? '' : pair.slice(equals + 1)
      return [decodeUri(name.replaceAll('+', ' ')), decodeUri(value.replaceAll('+', ' '))]
    })
}

/** Encoding of keys in listings with `encoding-type=url`: spaces are `+`, `/` stays (like Amazon S3). */
export function encodeListedKey(key: string): string {
  return encodeUri(key, true).replaceAll('%20', '+')
}
