import type { TtlRule } from './ttl-rule.ts'

/**
 * The rules as the server itself prints them, without the word TTL; empty for none. A GROUP BY without SET goes to
 * the end: the server reads a comma after its keys as one more key.
 */
export function printTtl(rules: readonly TtlRule[]): string {
  const isOpen = ({ action }: TtlRule) => action.kind === 'group-by' && action.assignments === null
  return [...rules.filter((rule) => !isOpen(rule)), ...rules.filter(isOpen)].map(printTtlRule).join(', ')
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
