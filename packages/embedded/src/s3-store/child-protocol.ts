import type { S3StoreServerOptions } from './server/create-server.ts'

/** What the parent sends the child on standard input. */
export interface ChildOptions extends S3StoreServerOptions {
  readonly port: number
  /** How long to retry while the port is in use. */
  readonly portWaitMs: number
}

/** The child's single answer on standard output. */
export type ChildAnswer = { readonly port: number } | { readonly error: string }
