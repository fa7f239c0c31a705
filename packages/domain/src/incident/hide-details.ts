/** A quoted value, also one whose end was cut off. */
const quoted = /'(?:[^'\\]|\\.|'')*(?:'|\\?$)/gs
const address = /[a-z][a-z0-9+.-]*:\/\/[^\s'"<>]+/gi
const longNumber = /\d{5,}/g
const person = /[^\s@,;:()<>]+(?:@[^\s@,;()<>]+)+/g
const sender = /^by .+?(?=, failed$|$)/s

/** A text without values that a statement or an error may have had: literals, addresses and long numbers. */
export function hideLiterals(text: string): string {
  return text.replace(quoted, '?').replace(address, '<address>').replace(longNumber, '?')
}

/** A text without names of people: email addresses, and who sent a statement. */
export function hidePeople(text: string): string {
  return text.replace(sender, 'by a user').replace(person, 'a user')
}

export interface ShownDetails {
  /** Whether error messages and statements stay as they are shown on the page. */
  messages: boolean
  people: boolean
}

export function hideDetails(text: string, { messages, people }: ShownDetails): string {
  const plain = people ? text : hidePeople(text)
  return messages ? plain : hideLiterals(plain)
}
