import { findCronFault, isTimeZone } from '@frostline/domain'
import { readCount, readDecimal } from '@frostline/ui'
import { z } from 'zod'

/** Required text, trimmed. */
export const requiredText = (fault: string) => z.string().trim().min(1, fault)

/** A typed value from a control: an option, a set, a row. */
export const choice = <Value>() => z.custom<Value>()

/** Text of a whole number within limits. */
export const wholeNumber = (min: number, max: number, fault?: string) => number(readCount, min, max, fault)

/** Text of a number within limits, with a point or a comma before the decimals. */
export const decimalNumber = (min: number, max: number, fault?: string) =>
  number(readDecimal, min, max, fault)

function number(
  read: (text: string) => number,
  min: number,
  max: number,
  words = `From ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`,
) {
  return z.string().transform((text, context) => {
    const value = read(text)
    if (!(value >= min && value <= max)) fault(context, [], words)
    return value
  })
}

/** Text of a whole number that another schema accepts, such as one of the domain. */
export const countOf = (schema: z.ZodType<number>, words: string) =>
  z
    .string()
    .transform(readCount)
    .refine((value) => schema.safeParse(value).success, words)

/** Text that another schema accepts. */
export const fitting = (schema: z.ZodType, words: string) =>
  z
    .string()
    .trim()
    .refine((text) => schema.safeParse(text).success, words)

/** Text that may be empty, which then means `empty`. */
export function emptyOr<Value, const Empty>(schema: z.ZodType<Value, string>, empty: Empty) {
  return z.string().transform((text, context): Value | Empty => {
    if (text.trim() === '') return empty
    const { data, error } = schema.safeParse(text)
    for (const { message } of error?.issues ?? []) fault(context, [], message)
    return data as Value
  })
}

/** Reports a fault without stopping validation of the other fields. */
export function fault(context: z.RefinementCtx, path: readonly PropertyKey[], message: string): void {
  context.addIssue({ code: 'custom', message, path: [...path], continue: true })
}

export const cronText = judged(findCronFault)

export const timeZoneName = judged((zone) =>
  isTimeZone(zone) ? null : `Unknown time zone '${zone}'. Enter a name such as Europe/Berlin.`,
)

/** Text validated by a function that returns a fault or null. */
export function judged(findFault: (text: string) => string | null | undefined) {
  return z.string().superRefine((text, context) => {
    const message = findFault(text)
    if (message) fault(context, [], message)
  })
}

/**
 * The value validated by another schema, such as one of the domain; its faults become faults of the form.
 * @param fieldOf which field shows a fault at a path of the value.
 * @param wordsOf other words for it.
 */
export function adopt<Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  context: z.RefinementCtx,
  fieldOf: (path: readonly string[]) => string,
  wordsOf: (field: string, issue: { code: string; message: string }) => string = (_, { message }) => message,
): Value {
  const read = schema.safeParse(value)
  for (const { path, code = '', message } of read.error?.issues ?? []) {
    const field = fieldOf(path.map(String))
    fault(context, [field], wordsOf(field, { code, message }))
  }
  return read.data as Value
}
