/** How every command ends. Documented in docs/guide/cli.md. */
export const exitCodes = {
  ok: 0,
  /** A run failed, an object was not found, or the console had an error. */
  failed: 1,
  /** Wrong arguments, or input that the API does not accept. */
  usage: 2,
  /** No valid token, no permission, a plan with blocking checks, or a state that does not allow it. */
  refused: 3,
  /** The console, its database or a node did not answer. */
  unreachable: 4,
  /** The run was cancelled. */
  cancelled: 5,
  /** The time limit of --wait passed. The run continues. */
  timeout: 6,
  /** `drift`: something is not as the file says. */
  drift: 7,
  /** Ctrl-C. A run that was started continues. */
  interrupted: 130,
} as const

export type ExitName = keyof typeof exitCodes

/** Ends a command with what happened and what to do next. */
export class CliError extends Error {
  override readonly name = 'CliError'
  constructor(
    readonly exit: Exclude<ExitName, 'ok'>,
    message: string,
    readonly hint: string | null = null,
    /** Of the API's error. */
    readonly code: string | null = null,
  ) {
    super(message)
  }
}
