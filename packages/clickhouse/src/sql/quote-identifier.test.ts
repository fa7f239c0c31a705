import fc from 'fast-check'
import { expect, test } from 'vitest'
import { qualifiedName } from './qualified-name.ts'
import { InvalidNameError, quoteIdentifier } from './quote-identifier.ts'
import { quoteString } from './quote-string.ts'

const sendable = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\0'))

/** The server's lexer inside quotes: a backslash takes the next character literally, and the quote ends. */
function readQuoted(quoted: string, quote: string): { text: string; rest: string } {
  let text = ''
  let index = 1
  while (quoted[index] !== quote) {
    if (index >= quoted.length) throw new Error('unterminated')
    if (quoted[index] === '\\') index += 1
    text += quoted[index]
    index += 1
  }
  return { text, rest: quoted.slice(index + 1) }
}

test('a quoted identifier reads back as itself and ends where it should', () => {
  fc.assert(
    fc.property(sendable, (name) => {
      expect(readQuoted(quoteIdentifier(name), '`')).toEqual({ text: name, rest: '' })
    }),
  )
})

test('a quoted string reads back as itself and ends where it should', () => {
  fc.assert(
    fc.property(sendable, (text) => {
      expect(readQuoted(quoteString(text), "'")).toEqual({ text, rest: '' })
    }),
  )
})

test('quotes are always there, even around harmless names', () => {
  expect(qualifiedName('db', 'a`b\\')).toBe('`db`.`a\\`b\\\\`')
  expect(quoteString("it's")).toBe("'it\\'s'")
})

test.each(['', 'a\0b', 'lone \ud800 surrogate'])('rejects %j', (name) => {
  expect(() => quoteIdentifier(name)).toThrow(InvalidNameError)
})

test('a string may be empty but not unsendable', () => {
  expect(quoteString('')).toBe("''")
  expect(() => quoteString('\0')).toThrow(/NUL/)
  expect(() => quoteString('\udfff')).toThrow(/surrogate/)
})
