import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hideDetails, hideLiterals, hidePeople } from './hide-details.ts'

/** Any text, and text of the pieces that the patterns look for. */
const telling = fc.oneof(
  fc.string(),
  fc
    .array(fc.constantFrom(..."@'\\:/<>(), \n?ax", '://', 'by ', ', failed', '12345', "''"))
    .map((pieces) => pieces.join('')),
)

const secret = fc.stringMatching(/^[a-z]{8,12}$/).map((word) => `zq${word}`)

describe('hideLiterals', () => {
  it('keeps no quoted value, also one that was cut off', () => {
    fc.assert(
      fc.property(secret, fc.boolean(), (word, isCut) => {
        expect(hideLiterals(`Cannot parse 'it\\'s ${word}${isCut ? '' : "' as UInt8"}`)).not.toContain(word)
      }),
    )
  })

  it('keeps no address and no long number, and all names', () => {
    expect(
      hideLiterals('Code 499 of shop.orders: GET http://key:word@store:9000/b/x?sig=1 took 123456 us'),
    ).toBe('Code 499 of shop.orders: GET <address> took ? us')
  })
})

it('names nobody', () => {
  expect(hidePeople('by alice, failed')).toBe('by a user, failed')
  expect(hidePeople('by bob@example.com')).toBe('by a user')
  expect(hidePeople('user.disable bob@example.com')).toBe('user.disable a user')
  expect(hidePeople('by bob@mail@example.com')).toBe('by a user')
  expect(hidePeople('to bob@mail@example.com')).toBe('to a user')
})

it('changes nothing that is to be shown, and nothing twice', () => {
  fc.assert(
    fc.property(telling, fc.boolean(), fc.boolean(), (text, messages, people) => {
      expect(hideDetails(text, { messages: true, people: true })).toBe(text)
      const once = hideDetails(text, { messages, people })
      expect(hideDetails(once, { messages, people })).toBe(once)
    }),
  )
})
