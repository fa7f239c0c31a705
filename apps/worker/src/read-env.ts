import { z } from 'zod'

export const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'It must be a postgresql:// address.',
})

/**
 * What a program of ours reads from its environment. An empty variable counts as unset, as in compose files.
 * @throws Error that names every missing or wrong variable, without its value.
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
