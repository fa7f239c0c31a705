import { z } from 'zod'

/** Gives every date in a schema the format `date-time` of the OpenAPI document, where it has no format of its own. */
export function describeDates(schema: unknown, seen = new Set<unknown>()): void {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return
  seen.add(schema)
  if (schema instanceof z.ZodDate) {
    const known = z.globalRegistry.get(schema)
    if (!known?.format) z.globalRegistry.add(schema, { ...known, format: 'date-time' })
    return
  }
  const { def } = schema._zod as unknown as { def: Record<string, unknown> }
  for (const part of Object.values(def)) {
    if (Array.isArray(part)) for (const each of part) describeDates(each, seen)
    else if (part instanceof z.ZodType) describeDates(part, seen)
  }
  if (schema instanceof z.ZodObject) for (const each of Object.values(schema.shape)) describeDates(each, seen)
  if (schema instanceof z.ZodLazy) describeDates(schema.unwrap(), seen)
}
