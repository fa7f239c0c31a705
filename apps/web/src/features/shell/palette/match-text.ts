import { typingDistance } from './typing-distance.ts'

/** A text prepared for repeated searches. */
export interface SearchText {
  /** In lower case without accents. */
  plain: string
  words: readonly Word[]
  /** Synonyms. They score lower than the name. */
  synonyms: readonly Word[]
}

interface Word {
  /** Equal for equal texts. */
  id: number
  text: string
  /** Which letters occur, by their codes modulo 32: a cheap bound on the distance to another word. */
  letters: number
}

/** Texts share words, so each comparison is cached. */
interface QueryWord extends Word {
  /** By id of the other word. */
  known: (number | undefined)[]
}

export interface Query {
  plain: string
  words: readonly QueryWord[]
}

export function readyText(text: string, synonyms = ''): SearchText {
  const plain = simplify(text)
  return { plain, words: splitWords(plain), synonyms: splitWords(simplify(synonyms)) }
}

export function readyQuery(text: string): Query {
  const plain = simplify(text.trim())
  return { plain, words: splitWords(plain).map((word) => ({ ...word, known: [] })) }
}

/**
 * Score of a text for a query. 0: no match. Every word of the query must be found: as the beginning of a word, within
 * the text, as a synonym, or with one typing error (two from eight letters). An empty query matches all texts equally.
 */
export function matchText(query: Query, text: SearchText): number {
  if (query.plain === '') return 1
  const whole = scoreWhole(query.plain, text.plain)
  // Only punctuation, as in a table named "%": only the text itself can match.
  if (query.words.length === 0) return whole
  let sum = 0
  for (const word of query.words) {
    const score = scoreWord(word, text)
    if (score === 0) return whole
    sum += score
  }
  // Of two equal matches the shorter text is closer.
  return whole + sum / query.words.length - Math.min(text.plain.length, 99) / 100
}

function scoreWhole(query: string, text: string): number {
  if (text === query) return 100
  if (text.startsWith(query)) return 50
  return text.includes(query) ? 25 : 0
}

function scoreWord(word: QueryWord, { plain, words, synonyms }: SearchText): number {
  const own = bestOf(word, words)
  if (own >= beginsWith) return own
  const other = bestOf(word, synonyms)
  if (other >= beginsWith) return other - 20
  if (plain.includes(word.text)) return 60
  return Math.max(own, other - 5, 0)
}

function bestOf(typed: QueryWord, words: readonly Word[]): number {
  let best = 0
  for (const word of words) {
    let score = typed.known[word.id]
    if (score === undefined) {
      score = compareWords(typed, word)
      typed.known[word.id] = score
    }
    if (score > best) best = score
  }
  return best
}

const beginsWith = 90

function compareWords(typed: Word, word: Word): number {
  if (word.text === typed.text) return 100
  if (word.text.startsWith(typed.text)) return beginsWith
  const limit = typed.text.length < 4 ? 0 : typed.text.length < 8 ? 1 : 2
  // One error adds or removes at most one letter.
  if (limit === 0 || countBits(typed.letters & ~word.letters) > limit) return 0
  const distance = typingDistance(typed.text, word.text, limit)
  return distance > limit ? 0 : 50 - 10 * distance
}

function simplify(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function splitWords(plain: string): Word[] {
  const found = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return found.map((text) => {
    const word = seen.get(text) ?? { id: seen.size, text, letters: lettersOf(text) }
    seen.set(text, word)
    return word
  })
}

/** One object for each word of all texts. */
const seen = new Map<string, Word>()

function lettersOf(text: string): number {
  let letters = 0
  for (let index = 0; index < text.length; index++) letters |= 1 << (text.charCodeAt(index) & 31)
  return letters
}

function countBits(value: number): number {
  let count = 0
  for (let rest = value; rest !== 0; rest &= rest - 1) count++
  return count
}
