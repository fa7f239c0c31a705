/**
 * What all keys begin with, as far as it can stand before a `**` in the URL of s3() and mean itself: up to the first
 * character that the engine may take for a pattern or for a part of its regular expression (see writeObjectPath).
 */
export function commonSafePrefix(keys: readonly string[]): string {
  const [first = '', ...others] = keys
  let length = /^[\w./-]*/.exec(first)?.[0].length ?? 0
  for (const key of others) {
    let same = 0
    while (same < length && key[same] === first[same]) same++
    length = same
  }
  return first.slice(0, length)
}
