/**
 * How a key is written into the URL of s3().
 * - exact: the URL names this object and no other.
 * - pattern: the URL may match other objects too; only `WHERE _path = 'bucket/key'` singles this one out.
 * - unreadable: the engine cannot name the object at all.
 */
export type ObjectPath =
  | { kind: 'exact'; path: string }
  | { kind: 'pattern'; path: string }
  | { kind: 'unreadable'; reason: string }

/**
 * One exact key as the path of an s3() URL, observed with 26.7.2:
 * - The URL is percent-decoded once, so every byte but unreserved ones is encoded. Raw spaces and non-ASCII are "Bad
 *   URI
 * syntax", a raw `#` or `::` cuts the key off, a raw `%41` becomes `A`. Encoded, all of them are taken literally,
 * and so are quotes, `&`, `+`, `\`, `[`, `(`, `|`, `.`, `..` and control characters.
 * - Globs are detected after decoding: `%2A` is a glob like `*`, and so is `%7B`. There is no escape (`\*`, `[*]`
 * and `{*}` match nothing). `?` matches one character other than `/`, so it replaces `*`, `?` and `{`.
 * - With a glob the rest of the key becomes a regular expression that is not escaped in full: `{$a` written `?$a`
 *   matches
 * nothing. So `?` replaces every ASCII punctuation character there, and _path decides.
 * - With a glob, a key with `.` or `..` as a path segment is not found, not even with `?` for its dots.
 * - The key ends at a newline, encoded or not; `?` matches one. A `?` must be encoded, or it starts the query string.
 * - `//` is rejected (Code 36), and a leading slash of a key is dropped, so that another object is read.
 */
export function writeObjectPath(key: string): ObjectPath {
  if (key === '') return { kind: 'unreadable', reason: 'An object needs a key.' }
  if (key.startsWith('/'))
    return { kind: 'unreadable', reason: 'ClickHouse drops a slash at the beginning of a key.' }
  if (key.includes('//'))
    return { kind: 'unreadable', reason: 'ClickHouse rejects keys with two consecutive slashes.' }
  if (/[\p{Surrogate}\0]/u.test(key))
    return { kind: 'unreadable', reason: 'The key contains a character that is not possible in a statement.' }
  if (!/[*?{\n]/.test(key)) return { kind: 'exact', path: encodePath(key) }
  if (/(?:^|\/)\.\.?(?:\/|$)/.test(key))
    return {
      kind: 'unreadable',
      reason: 'ClickHouse cannot find a key that has a path element . or .. and also * ? { or a line break.',
    }
  return { kind: 'pattern', path: encodePath(key.replace(/[^\w./\-\u0080-\u{10ffff}]/gu, '?')) }
}

/** A pattern of the engine's own (`*`, `**`, `?`, `{a,b}`, `{1..3}`) as the path of an s3() URL. */
export function writeGlobPath(glob: string): string {
  return encodePath(glob)
}

function encodePath(text: string): string {
  return text
    .split('/')
    .map((segment) => encodeURIComponent(segment).replace(/[!'()*]/g, encodeOne))
    .join('/')
}

function encodeOne(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
