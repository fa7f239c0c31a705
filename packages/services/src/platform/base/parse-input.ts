import type { z } from 'zod'
import { findInputFault } from './find-input-fault.ts'
import { ServiceError } from './service-error.ts'

/** @throws ServiceError `invalid`, which names the field and what is wrong with it but never repeats its value. */
export function parseInput<Output, Input>(schema: z.ZodType<Output, Input>, input: Input): Output {
  const fault = findInputFault(input)
  if (fault) throw wrongInput(fault)
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw wrongInput(explainIssues(parsed.error))
}

export function wrongInput(what: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid', what, { hint: 'Correct the input and send it again.', cause })
}

export function explainIssues(error: z.ZodError): string {
  return error.issues
    .map((issue) => (issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`))
    .join(' ')
}
