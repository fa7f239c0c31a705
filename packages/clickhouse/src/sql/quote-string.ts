import { assertSendable } from './quote-identifier.ts'

/**
 * A string literal, for the places where the server's grammar takes a literal only and no bound parameter:
 * `TO VOLUME 'x'`, `TO DISK 'x'`, `SYSTEM DROP FILESYSTEM CACHE 'x'`. Everywhere else bind a parameter.
 */
export function quoteString(text: string): string {
  assertSendable(text, 'text')
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
