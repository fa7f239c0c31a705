import { z } from 'zod'

/** The error format of REST. Without an id: a schema with one refers to itself under $defs. */
export const restError = z.object({
  code: z.string().describe('NOT_FOUND, FORBIDDEN, BAD_REQUEST, CONFLICT, SERVICE_UNAVAILABLE, …'),
  message: z.string().describe('What happened, and to which object.'),
  hint: z.string().nullable().describe('What to do next.'),
  related: z
    .array(
      z.object({ objectType: z.string(), objectId: z.string(), clusterSlug: z.string(), name: z.string() }),
    )
    .optional()
    .describe('Objects that the message refers to, such as open runs.'),
})
export type RestError = z.infer<typeof restError>

const received = z.object({
  code: z.string(),
  message: z.string(),
  data: restError.pick({ hint: true, related: true }).optional(),
})

/** From the adapter's response, which also has fields of tRPC only. */
export function toRestError(body: unknown): RestError {
  const parsed = received.safeParse(body)
  if (!parsed.success) return { code: 'INTERNAL_SERVER_ERROR', message: 'Internal error.', hint: null }
  const { code, message, data } = parsed.data
  return {
    code,
    message,
    hint: data?.hint ?? null,
    ...(data?.related?.length ? { related: data.related } : {}),
  }
}
