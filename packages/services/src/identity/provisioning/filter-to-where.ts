import { badRequest } from './scim-fault.ts'
import type { Comparison, Filter, Literal } from './scim-filter.ts'

interface Where {
  AND?: Where[]
  OR?: Where[]
  NOT?: Where
}

/** How an attribute is compared in the database. `present`: with any value. */
export interface Attribute {
  compare(operator: Comparison, value: Literal): object
  present: object
}

const textOperators = {
  ...{ eq: 'equals', co: 'contains', sw: 'startsWith', ew: 'endsWith' },
  ...{ gt: 'gt', ge: 'gte', lt: 'lt', le: 'lte' },
} as const

/**
 * A column with a text.
 * @param options.isKey it always has one, in the case that `map` gives.
 */
export function textColumn(
  column: string,
  { mode = 'insensitive' as 'default' | 'insensitive', isKey = false, map = (text: string) => text } = {},
): Attribute {
  const present = isKey ? {} : { [column]: { not: null } }
  const compare: Attribute['compare'] = (operator, value) => {
    if (operator === 'ne') return { NOT: compare('eq', value) }
    if (value === null && operator === 'eq' && !isKey) return { [column]: null }
    if (typeof value !== 'string')
      throw badRequest('invalidFilter', `${column} is compared with a text in double quotes.`)
    const compared = { [column]: { [textOperators[operator]]: map(value), mode } }
    // With the test for null, the opposite of it is right for rows without a value, too.
    return isKey ? compared : { AND: [present, compared] }
  }
  return { present, compare }
}

/** The rows that a filter selects. @throws ScimFault `invalidFilter` for an attribute that is not among these. */
export function filterToWhere(filter: Filter, attributes: Readonly<Record<string, Attribute>>): Where {
  const at = (name: string): Attribute => {
    const found = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    if (found) return found
    throw badRequest(
      'invalidFilter',
      `${name} cannot be filtered by. These can: ${Object.keys(attributes).join(', ')}.`,
    )
  }
  switch (filter.kind) {
    case 'and':
      return { AND: filter.parts.map((part) => filterToWhere(part, attributes)) }
    case 'or':
      return { OR: filter.parts.map((part) => filterToWhere(part, attributes)) }
    case 'not':
      return { NOT: filterToWhere(filter.part, attributes) }
    case 'present':
      return at(filter.attribute).present
    case 'compare':
      return at(filter.attribute).compare(filter.operator, filter.value)
    case 'values':
      return filterToWhere(within(filter.attribute, filter.filter), attributes)
  }
}

/** `emails[value eq "x"]` is `emails.value eq "x"` where one value is kept. */
function within(attribute: string, filter: Filter): Filter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, parts: filter.parts.map((part) => within(attribute, part)) }
    case 'not':
      return { kind: 'not', part: within(attribute, filter.part) }
    case 'values':
      throw badRequest('invalidFilter', 'A value filter cannot be nested.')
    case 'present':
    case 'compare':
      return { ...filter, attribute: `${attribute}.${filter.attribute}` }
  }
}
