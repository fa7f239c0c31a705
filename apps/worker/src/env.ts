import { z } from 'zod'

/** Everything the worker process reads from its environment. */
const schema = z.object({
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'DATABASE_URL must be a postgresql:// address.',
  }),
  FROSTLINE_SECRET_KEY: z.string().min(1).optional(),
  FROSTLINE_SECRET_KEY_FILE: z.string().min(1).optional(),
  /** A name for people; a part unique to the process start is added to it. */
  FROSTLINE_WORKER_ID: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .optional(),
  /** Seconds between two looks at the clusters for alerts. */
  FROSTLINE_ALERT_INTERVAL_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  /** Lets webhooks and SMTP servers be on the worker's own machine. */
  FROSTLINE_ALERT_ALLOW_LOOPBACK: z.stringbool().default(false),
  /** Absolute folders with commas between: below these, and nowhere else, it may write configuration files. */
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
  /** The control door of the supervisor that runs the nodes; `npm start` sets both. */
  FROSTLINE_SUPERVISOR_URL: z.url({ protocol: /^http$/ }).optional(),
  FROSTLINE_SUPERVISOR_TOKEN: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
})

export type WorkerEnv = z.infer<typeof schema>

/** @throws Error that names every variable which is missing or wrong, without its value. */
export function readWorkerEnv(source: NodeJS.ProcessEnv = process.env): WorkerEnv {
  const parsed = schema.safeParse(source)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The worker cannot start with this environment.\n${problems.join('\n')}`)
}
