export interface LoggableError {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: LoggableError
}

/**
 * An error as it may be logged. Prisma's validation errors repeat the whole call with its values, in any error format,
 * and so may contain hashes and sealed passwords: only their last line, the reason, is kept.
 */
export function toLoggableError(error: unknown): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const repeatsValues = error.name === 'PrismaClientValidationError'
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: repeatsValues ? (error.message.trim().split('\n').at(-1) ?? '') : error.message,
    ...('code' in error ? { code: String(error.code) } : {}),
    ...(frames ? { stack: frames.join('\n') } : {}),
    ...(error.cause === undefined ? {} : { cause: toLoggableError(error.cause) }),
  }
}
