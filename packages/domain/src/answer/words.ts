import { sizeText } from '../text/size-text.ts'

/** A figure in a sentence. Each reader formats it as the tables beside it do. */
export type Figure =
  | { kind: 'bytes'; value: bigint }
  | { kind: 'count'; value: bigint; one: string; many: string }
  | { kind: 'duration'; elapsedMs: number }
  | { kind: 'time'; at: Date }
  | { kind: 'ratio'; value: number; base: number }
  | { kind: 'name'; value: string }

export type Words = readonly (string | Figure)[]

export type AnswerTone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger'

/** What a person wants to know first, in one sentence. */
export interface Answer {
  tone: AnswerTone
  words: Words
}

export const bytesOf = (value: bigint): Figure => ({ kind: 'bytes', value })
export const durationOf = (elapsedMs: number): Figure => ({ kind: 'duration', elapsedMs })
export const timeOf = (at: Date): Figure => ({ kind: 'time', at })
export const ratioOf = (value: number, base: number): Figure => ({ kind: 'ratio', value, base })
export const nameOf = (value: string): Figure => ({ kind: 'name', value })

/** "1 part", "12 parts". */
export function countOf(value: bigint | number, one: string, many = `${one}s`): Figure {
  return { kind: 'count', value: BigInt(value), one, many }
}

/** Words with figures, or other words, in their places. */
export function words(texts: TemplateStringsArray, ...places: (string | Figure | Words)[]): Words {
  return texts.flatMap((text, index) => {
    const place = places[index]
    const own = text === '' ? [] : [text]
    if (place === undefined || place === '') return own
    return [...own, ...(isWords(place) ? place : [place])]
  })
}

/** Clauses with a separator between them. Empty ones are left out. */
export function joinWords(clauses: readonly Words[], separator = '; '): Words {
  return clauses
    .filter((clause) => clause.length > 0)
    .flatMap((clause, index) => (index === 0 ? clause : [separator, ...clause]))
}

/** "a", "a and b", "a, b and c". */
export function listWords(items: readonly Words[]): Words {
  const last = items.at(-1)
  if (!last || items.length === 1) return last ?? []
  return joinWords([joinWords(items.slice(0, -1), ', '), last], ' and ')
}

/** A sentence of its clauses: a capital letter first, a full stop last. */
export function answer(tone: AnswerTone, ...clauses: readonly Words[]): Answer {
  const [first, ...rest] = joinWords(clauses)
  const capital = typeof first === 'string' ? [`${first.charAt(0).toUpperCase()}${first.slice(1)}`] : [first]
  return { tone, words: [...capital.flatMap((word) => (word === undefined ? [] : [word])), ...rest, '.'] }
}

/** The verb of a count: one part moves, two parts move. */
export function verb(count: bigint | number, one: string, many: string): string {
  return BigInt(count) === 1n ? one : many
}

/** Every figure of the answer, in its order. */
export function figuresOf({ words: all }: Answer): Figure[] {
  return all.filter((word) => typeof word !== 'string')
}

/** The sentence as plain text, with sizes as in reports. */
export function answerText({ words: all }: Answer): string {
  return all.map((word) => (typeof word === 'string' ? word : figureText(word))).join('')
}

function figureText(figure: Figure): string {
  switch (figure.kind) {
    case 'bytes':
      return sizeText(figure.value)
    case 'count':
      return `${figure.value.toLocaleString('en-US')} ${figure.value === 1n ? figure.one : figure.many}`
    case 'duration':
      return `${(figure.elapsedMs / 1_000).toFixed(1)} s`
    case 'time':
      return figure.at.toISOString()
    case 'ratio':
      return `${(figure.value / figure.base).toFixed(2)}×`
    case 'name':
      return figure.value
  }
}

function isWords(place: string | Figure | Words): place is Words {
  return Array.isArray(place)
}
