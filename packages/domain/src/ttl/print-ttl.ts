import { tokenizeTtl } from './tokenize-ttl.ts'
import type { TtlRule } from './ttl-rule.ts'

/**
 * The rules as the server prints them, without the word TTL; empty for none. A GROUP BY without SET goes last: the
 * server reads a comma after its keys as one more key.
 */
export function printTtl(rules: readonly TtlRule[]): string {
  const isOpen = ({ action }: TtlRule) => action.kind === 'group-by' && action.assignments === null
  return [...rules.filter((rule) => !isOpen(rule)), ...rules.filter(isOpen)].map(printTtlRule).join(', ')
}

/**
 * The same with every expression in brackets, as it was judged. This is not what is stored: the server keeps brackets,
 * and parts identify a rule's times by its expression text. What is sent has to parse to the same as this.
 */
export function printTtlInBrackets(rules: readonly TtlRule[]): string {
  return printTtl(
    rules.map(({ expression, action }) => ({
      expression: inBrackets(expression),
      action: bracketed(action),
    })),
  )
}

function bracketed(action: TtlRule['action']): TtlRule['action'] {
  if (action.kind === 'delete') return { ...action, where: action.where && inBrackets(action.where) }
  if (action.kind !== 'group-by') return action
  const assignments = action.assignments === null ? null : splitList(action.assignments).map(bracketValue)
  return {
    ...action,
    keys: splitList(action.keys).map(inBrackets).join(', '),
    assignments: assignments?.join(', ') ?? null,
  }
}

/** As an expression is judged: complete, with a trailing comment after it. */
export function inBrackets(expression: string): string {
  return `(${expression}\n)`
}

/** Splits at commas outside of brackets. */
function splitList(text: string): string[] {
  const commas = tokenizeTtl(text).filter(({ kind, depth }) => kind === 'comma' && depth === 0)
  const starts = [0, ...commas.map(({ end }) => end)]
  return starts.map((start, index) => text.slice(start, commas[index]?.start).trim())
}

/** `column = value` */
function bracketValue(assignment: string): string {
  const equals = tokenizeTtl(assignment)[1]
  const end = equals?.end ?? 0
  return `${assignment.slice(0, end)} ${inBrackets(assignment.slice(end).trim())}`
}

export function printTtlRule({ expression, action }: TtlRule): string {
  switch (action.kind) {
    case 'delete':
      return action.where === null ? expression : `${expression} WHERE ${action.where}`
    case 'group-by': {
      const assignments = action.assignments === null ? '' : ` SET ${action.assignments}`
      return `${expression} GROUP BY ${action.keys}${assignments}`
    }
    case 'recompress':
      return `${expression} RECOMPRESS CODEC(${action.codec})`
    case 'move': {
      const target = action.to === 'disk' ? 'DISK' : 'VOLUME'
      return `${expression} TO ${target} ${action.ifExists ? 'IF EXISTS ' : ''}${printText(action.name)}`
    }
  }
}

function printText(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
