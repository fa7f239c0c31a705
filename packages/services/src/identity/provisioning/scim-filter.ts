import { badRequest } from './scim-fault.ts'

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'
export type Literal = string | number | boolean | null

/** A filter of RFC 7644, section 3.4.2.2. Attributes are in lower case, without the URN of their schema. */
export type Filter =
  | { kind: 'compare'; attribute: string; operator: Comparison; value: Literal }
  | { kind: 'present'; attribute: string }
  | { kind: 'and' | 'or'; parts: Filter[] }
  | { kind: 'not'; part: Filter }
  | { kind: 'values'; attribute: string; filter: Filter }

/** The target of a PATCH operation: `emails[type eq "work"].value` has all three. */
export interface Path {
  attribute: string
  filter: Filter | null
  sub: string | null
}

const comparisons: readonly string[] = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']
const maxLength = 2_000
const maxDepth = 20

/** @throws ScimFault `invalidFilter` */
export function parseFilter(text: string): Filter {
  const reader = openReader(text, 'invalidFilter')
  const filter = readOr(reader, 0)
  reader.end()
  return filter
}

/** @throws ScimFault `invalidPath` */
export function parsePath(text: string): Path {
  const reader = openReader(text, 'invalidPath')
  const attribute = reader.attribute()
  if (!reader.skip('[')) {
    reader.end()
    const [main = '', sub = null, ...more] = attribute.split('.')
    if (more.length > 0) throw badRequest('invalidPath', `The path ${quote(text)} is too deep.`)
    return { attribute: main, filter: null, sub }
  }
  const filter = readOr(reader, 0)
  reader.need(']')
  const sub = reader.skip('.') ? reader.attribute() : null
  reader.end()
  return { attribute, filter, sub }
}

type Reader = ReturnType<typeof openReader>

/** Tokens: a quoted JSON string, a bracket, a parenthesis, a dot after a bracket, or a word. */
const token = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|\.(?=[A-Za-z])|[^\s()[\]"]+)/y

function openReader(text: string, scimType: 'invalidFilter' | 'invalidPath') {
  const fail = (why: string) => badRequest(scimType, `${quote(text)} cannot be read: ${why}`)
  if (text.length > maxLength) throw fail(`It is longer than ${maxLength} characters.`)
  const tokens: string[] = []
  const trimmed = text.trimEnd()
  token.lastIndex = 0
  while (token.lastIndex < trimmed.length) {
    const at = token.lastIndex
    const [, found] = token.exec(trimmed) ?? []
    if (found === undefined) throw fail(`Character ${at + 1} is not expected.`)
    tokens.push(found)
  }
  let next = 0
  const reader = {
    fail,
    peek: () => tokens[next]?.toLowerCase(),
    take: () => tokens[next++] ?? '',
    skip(expected: string): boolean {
      if (reader.peek() !== expected) return false
      next += 1
      return true
    },
    need(expected: string): void {
      if (!reader.skip(expected)) throw fail(`"${expected}" is missing.`)
    },
    attribute(): string {
      const name = reader.take().replace(/^urn:[\w:.-]+:(?=[A-Za-z$])/i, '')
      if (!/^[A-Za-z$][\w$-]*(\.[A-Za-z$][\w$-]*)*$/.test(name)) throw fail('An attribute is missing.')
      return name.toLowerCase()
    },
    end(): void {
      if (next < tokens.length) throw fail(`${quote(tokens[next] ?? '')} is not expected.`)
    },
  }
  return reader
}

function readOr(reader: Reader, depth: number): Filter {
  return readSeries(reader, 'or', () => readSeries(reader, 'and', () => readTerm(reader, depth)))
}

function readSeries(reader: Reader, kind: 'and' | 'or', read: () => Filter): Filter {
  const first = read()
  const parts = [first]
  while (reader.skip(kind)) parts.push(read())
  return parts.length === 1 ? first : { kind, parts }
}

function readTerm(reader: Reader, depth: number): Filter {
  if (depth > maxDepth) throw reader.fail('It is too deep.')
  if (reader.skip('not')) {
    reader.need('(')
    return { kind: 'not', part: readClosed(reader, depth) }
  }
  if (reader.skip('(')) return readClosed(reader, depth)
  const attribute = reader.attribute()
  if (reader.skip('[')) {
    const filter = readOr(reader, depth + 1)
    reader.need(']')
    return { kind: 'values', attribute, filter }
  }
  const operator = reader.take().toLowerCase()
  if (operator === 'pr') return { kind: 'present', attribute }
  if (!isComparison(operator)) throw reader.fail(`${quote(operator)} is no operator.`)
  return { kind: 'compare', attribute, operator, value: readLiteral(reader) }
}

function readClosed(reader: Reader, depth: number): Filter {
  const filter = readOr(reader, depth + 1)
  reader.need(')')
  return filter
}

/** A literal is JSON, with its escapes. Some clients write True and False. */
function readLiteral(reader: Reader): Literal {
  const text = reader.take()
  try {
    const value: unknown = JSON.parse(text.startsWith('"') ? text : text.toLowerCase())
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Literal
  } catch {
    // Refused below.
  }
  throw reader.fail(`${quote(text)} is no value. Texts stand in double quotes.`)
}

function isComparison(text: string): text is Comparison {
  return comparisons.includes(text)
}

export function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)
}

/** Whether an object of a multi-valued attribute is selected. Texts are compared without case, as RFC 7643 has it by default. */
export function selects(filter: Filter, value: Readonly<Record<string, unknown>>): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => selects(part, value))
    case 'or':
      return filter.parts.some((part) => selects(part, value))
    case 'not':
      return !selects(filter.part, value)
    case 'present':
      return isPresent(attributeOf(value, filter.attribute))
    case 'values':
      throw badRequest('invalidFilter', 'A value filter cannot be nested.')
    case 'compare':
      return compares(attributeOf(value, filter.attribute), filter.operator, filter.value)
  }
}

export function attributeOf(value: Readonly<Record<string, unknown>>, name: string): unknown {
  const key = Object.keys(value).find((each) => each.toLowerCase() === name)
  return key === undefined ? undefined : value[key]
}

function isPresent(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  )
}

function compares(held: unknown, operator: Comparison, wanted: Literal): boolean {
  const [one, other] = [comparable(held), comparable(wanted)]
  if (operator === 'eq') return one === other
  if (operator === 'ne') return one !== other
  if (typeof one === 'string' && typeof other === 'string') {
    if (operator === 'co') return one.includes(other)
    if (operator === 'sw') return one.startsWith(other)
    if (operator === 'ew') return one.endsWith(other)
  }
  if (one === null || other === null || typeof one !== typeof other) return false
  if (operator === 'gt') return one > other
  if (operator === 'ge') return one >= other
  if (operator === 'lt') return one < other
  return operator === 'le' && one <= other
}

function comparable(value: unknown): string | number | boolean | null {
  if (typeof value === 'string') return value.toLowerCase()
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}
