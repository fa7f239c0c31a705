import { z } from 'zod'
import { databaseUrl, readEnv } from './read-env.ts'

/** Everything the worker process reads from its environment. */
const schema = z.object({
  DATABASE_URL: databaseUrl,
  FROSTLINE_SECRET_KEY: z.string().min(1).optional(),
  FROSTLINE_SECRET_KEY_FILE: z.string().min(1).optional(),
  /** A readable name; a part unique to the process start is appended. */
  FROSTLINE_WORKER_ID: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .optional(),
  /** Public address of the console, for links in alerts. Without it they are paths. */
  FROSTLINE_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'It must be an http:// or https:// address.' })
    .optional(),
  /** Seconds between two alert evaluations of the clusters. */
  FROSTLINE_ALERT_INTERVAL_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  /** Allows webhooks and SMTP servers on the worker's own machine. */
  FROSTLINE_ALERT_ALLOW_LOOPBACK: z.stringbool().default(false),
  /** Comma-separated absolute folders: it may write configuration files only below these. */
  FROSTLINE_CONFIG_ROOTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((root) => root.trim())
        .filter((root) => root !== ''),
    )
    .refine((roots) => roots.every((root) => root.startsWith('/')), 'Every folder must be an absolute path.'),
  /** Comma-separated loopback and link-local addresses or ranges that sources may use. */
  FROSTLINE_SOURCE_ADDRESSES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((each) => each.trim() || [])),
  /** The control endpoint of the supervisor that runs the nodes; `npm start` sets both. */
  FROSTLINE_SUPERVISOR_URL: z.url({ protocol: /^http$/ }).optional(),
  FROSTLINE_SUPERVISOR_TOKEN: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
})

export type WorkerEnv = z.infer<typeof schema>

export function readWorkerEnv(source: NodeJS.ProcessEnv = process.env): WorkerEnv {
  return readEnv('The worker', schema, source)
}
