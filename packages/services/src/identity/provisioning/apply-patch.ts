import { z } from 'zod'
import { badRequest } from './scim-fault.ts'
import { attributeOf, type Filter, parsePath, quote, selects } from './scim-filter.ts'

export type Resource = Record<string, unknown>

const operation = z.object({
  op: z
    .string()
    .transform((op) => op.toLowerCase())
    .pipe(z.enum(['add', 'replace', 'remove'])),
  path: z.string().max(2_000).nullish(),
  value: z.unknown().optional(),
})

const maxOperations = 1_000

/** The operations of a PATCH. Names of fields and of operations are read without case: Entra sends "Add". @throws ScimFault */
function readOperations(body: Resource): z.output<typeof operation>[] {
  const given = attributeOf(body, 'operations')
  const read = z.array(z.preprocess(lowerKeys, operation)).min(1).max(maxOperations).safeParse(given)
  if (read.success) return read.data
  throw badRequest('invalidSyntax', `A PATCH has 1 to ${maxOperations} operations: add, replace or remove.`)
}

function lowerKeys(value: unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toLowerCase(), each]))
}

/**
 * A resource after a PATCH (RFC 7644, section 3.5.2). The keys of a value without a path may be paths, as Entra sends them.
 * @throws ScimFault `invalidPath`, `invalidValue`, `noTarget`; then nothing has changed.
 */
export function applyPatch(resource: Resource, body: Resource): Resource {
  const changed = structuredClone(resource)
  for (const { op, path, value } of readOperations(body)) {
    if (path !== undefined && path !== null && path !== '') {
      change(changed, op, path, value)
      continue
    }
    if (op === 'remove') throw badRequest('noTarget', 'An operation that removes needs a path.')
    if (!isObject(value))
      throw badRequest('invalidValue', 'An operation without a path needs an object as its value.')
    for (const [key, each] of Object.entries(value)) if (!isSchemas(key)) change(changed, op, key, each)
  }
  return changed
}

function isSchemas(key: string): boolean {
  return key.toLowerCase() === 'schemas'
}

type Op = 'add' | 'replace' | 'remove'

function change(resource: Resource, op: Op, text: string, value: unknown): void {
  // The value of an extension: its attributes are not kept.
  if (/^urn:[\w:.-]+$/i.test(text) && isObject(value)) return
  const { attribute, filter, sub } = parsePath(text)
  const key = keyOf(resource, attribute)
  if (filter !== null) changeSelected(resource, key, { op, text, filter, sub }, value)
  else if (sub !== null) changeSub(resource, key, op, sub, value)
  else if (op === 'remove') removeWhole(resource, key, value)
  else if (op === 'add' && Array.isArray(resource[key])) addValues(resource, key, value)
  else if (isObject(resource[key]) && isObject(value)) assign(resource[key], value)
  else resource[key] = structuredClone(value)
}

/** Of a value filter: it selects among the values of an attribute. */
function changeSelected(
  resource: Resource,
  key: string,
  { op, text, filter, sub }: { op: Op; text: string; filter: Filter; sub: string | null },
  value: unknown,
): void {
  const held = Array.isArray(resource[key]) ? resource[key] : []
  const chosen = held.filter((each) => isObject(each) && selects(filter, each))
  if (op === 'remove' && sub === null) {
    resource[key] = held.filter((each) => !chosen.includes(each))
    return
  }
  if (chosen.length === 0) {
    if (op === 'remove') return
    const made = { ...valuesOf(filter, text), ...(sub === null ? objectOf(value) : { [sub]: value }) }
    resource[key] = [...held, made]
    return
  }
  for (const each of chosen) {
    if (sub !== null && op === 'remove') delete each[keyOf(each, sub)]
    else if (sub !== null) each[keyOf(each, sub)] = structuredClone(value)
    else assign(each, objectOf(value))
  }
}

/** What a new value must have to be selected: `emails[type eq "work"]` makes one of this type. @throws ScimFault `noTarget` */
function valuesOf(filter: Filter, text: string): Resource {
  if (filter.kind === 'compare' && filter.operator === 'eq') return { [filter.attribute]: filter.value }
  if (filter.kind === 'and') return Object.assign({}, ...filter.parts.map((part) => valuesOf(part, text)))
  throw badRequest('noTarget', `${quote(text)} selects no value.`)
}

function changeSub(resource: Resource, key: string, op: Op, sub: string, value: unknown): void {
  const held = resource[key]
  const targets = Array.isArray(held) ? held.filter(isObject) : [isObject(held) ? held : {}]
  if (!Array.isArray(held) && op !== 'remove') resource[key] = targets[0]
  for (const target of targets) {
    if (op === 'remove') delete target[keyOf(target, sub)]
    else target[keyOf(target, sub)] = structuredClone(value)
  }
}

/** Some clients send the members to remove as a value: then only those are removed. */
function removeWhole(resource: Resource, key: string, value: unknown): void {
  const held = resource[key]
  if (!Array.isArray(held) || value === undefined || value === null) {
    delete resource[key]
    return
  }
  const gone = new Set(asArray(value).map(identityOf))
  resource[key] = held.filter((each) => !gone.has(identityOf(each)))
}

function addValues(resource: Resource, key: string, value: unknown): void {
  const held = resource[key] as unknown[]
  const known = new Set(held.map(identityOf))
  for (const each of asArray(value)) {
    if (known.has(identityOf(each))) continue
    known.add(identityOf(each))
    held.push(structuredClone(each))
  }
}

function assign(target: Resource, value: Resource): void {
  for (const [key, each] of Object.entries(value))
    target[keyOf(target, key.toLowerCase())] = structuredClone(each)
}

/** As the resource writes an attribute, which may differ in case. */
function keyOf(resource: Resource, attribute: string): string {
  return Object.keys(resource).find((each) => each.toLowerCase() === attribute) ?? attribute
}

function identityOf(value: unknown): string {
  const of = isObject(value) ? (attributeOf(value, 'value') ?? value) : value
  return typeof of === 'string' ? of : JSON.stringify(of)
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

function objectOf(value: unknown): Resource {
  if (isObject(value)) return value
  throw badRequest('invalidValue', 'The selected values are objects.')
}

export function isObject(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
