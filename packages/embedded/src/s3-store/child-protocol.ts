import type { S3StoreServerOptions } from './server/create-server.ts'

/** What the parent tells the child on its standard input. */
export interface ChildOptions extends S3StoreServerOptions {
  readonly port: number
  /** How long to try again while the port is in use. */
  readonly portWaitMs: number
}

/** What the child answers on its standard output, once. */
export type ChildAnswer = { readonly port: number } | { readonly error: string }
