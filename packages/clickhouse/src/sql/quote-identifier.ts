/** A name that ClickHouse cannot have, or that would not reach the server unchanged. */
export class InvalidNameError extends Error {
  override readonly name = 'InvalidNameError'
}

/**
 * The only way an identifier gets into SQL. Backticks always, with the escapes of the server's lexer: inside backticks
 * a backslash starts an escape and a backtick ends the name, so both are escaped and nothing else has to be. Checked
 * against the real engine with generated hostile names.
 *
 * Rejected: the empty name (the server rejects it), NUL (ends the statement for the lexer) and lone surrogates (would
 * be replaced on the way and address another object).
 */
export function quoteIdentifier(name: string): string {
  if (name === '') throw new InvalidNameError('An identifier is empty. Give the object a name.')
  assertSendable(name, 'identifier')
  return `\`${name.replace(/[\\`]/g, '\\$&')}\``
}

export function assertSendable(text: string, what: string): void {
  if (text.includes('\0')) {
    throw new InvalidNameError(
      `The ${what} ${JSON.stringify(text)} holds a NUL character, which no statement can carry.`,
    )
  }
  if (/\p{Surrogate}/u.test(text)) {
    throw new InvalidNameError(
      `The ${what} ${JSON.stringify(text)} is not valid Unicode (a lone surrogate): it would be changed on the way.`,
    )
  }
}
