import { parseAddressRanges } from '@frostline/services/net'
import { z } from 'zod'

const list = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  )
  .default([])

const addressRanges = list.superRefine((ranges, check) => {
  try {
    parseAddressRanges(ranges)
  } catch {
    check.addIssue({ code: 'custom', message: 'It must list addresses, or ranges such as 10.0.0.0/8.' })
  }
})

const origin = z.url({ protocol: /^https?$/, error: 'It must be an http:// or https:// address.' })

/** Everything the web process reads from its environment. */
const schema = z
  .object({
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'It must be a postgresql:// address.' }),
    FROSTLINE_SECRET_KEY: z.string().optional(),
    FROSTLINE_SECRET_KEY_FILE: z.string().optional(),
    /** Public address of the console. Default: this machine at PORT. Sign-in works from here and from localhost. */
    FROSTLINE_PUBLIC_URL: origin.optional(),
    /** Comma-separated additional origins from which users may sign in. */
    FROSTLINE_TRUSTED_ORIGINS: list.pipe(z.array(origin)),
    /** Comma-separated reverse proxies whose X-Forwarded-For is trusted. Default: none, the socket's address counts. */
    FROSTLINE_TRUSTED_PROXIES: addressRanges,
    /** Comma-separated loopback and link-local addresses or ranges that sources may use. */
    FROSTLINE_SOURCE_ADDRESSES: addressRanges,
    /** Set by `next start`. */
    PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  })
  .transform((env) => ({
    databaseUrl: env.DATABASE_URL,
    secretKey: { value: env.FROSTLINE_SECRET_KEY, file: env.FROSTLINE_SECRET_KEY_FILE },
    publicUrl: env.FROSTLINE_PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    trustedOrigins: [
      `http://localhost:${env.PORT}`,
      `http://127.0.0.1:${env.PORT}`,
      ...env.FROSTLINE_TRUSTED_ORIGINS.map((each) => new URL(each).origin),
    ],
    trustedProxies: env.FROSTLINE_TRUSTED_PROXIES,
    sourceAddresses: env.FROSTLINE_SOURCE_ADDRESSES,
    logLevel: env.LOG_LEVEL,
  }))

export type WebEnv = z.output<typeof schema>

/**
 * An empty variable counts as unset.
 * @throws Error that names every missing or wrong variable, without its value.
 */
export function readWebEnv(source: NodeJS.ProcessEnv = process.env): WebEnv {
  const parsed = schema.safeParse(
    Object.fromEntries(Object.entries(source).filter(([, value]) => value !== '')),
  )
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The web process cannot start with this environment.\n${problems.join('\n')}`)
}

/**
 * What the guard before Next.js needs. If the environment is wrong, the first request fails with the reason; until then
 * no proxy is trusted.
 */
export function readFrontEnv(
  source: NodeJS.ProcessEnv = process.env,
): Pick<WebEnv, 'trustedProxies' | 'publicUrl'> {
  try {
    return readWebEnv(source)
  } catch {
    return { trustedProxies: [], publicUrl: source.FROSTLINE_PUBLIC_URL ?? '' }
  }
}
