import { z } from 'zod'

export const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'It must be a postgresql:// address.',
})

/**
 * What a program of ours reads from its environment. A variable that is set to nothing counts as not set, as compose
 * files do it.
 * @throws Error that names every variable which is missing or wrong, without its value.
 */
export function readEnv<Output>(
  program: string,
  schema: z.ZodType<Output>,
  source: NodeJS.ProcessEnv,
): Output {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`${program} cannot start with this environment.\n${problems.join('\n')}`)
}
