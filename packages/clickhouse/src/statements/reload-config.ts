import type { Statement } from './statement.ts'

/**
 * Lets the server read its configuration again: new disks, policies and volumes count at once, a smaller policy is an
 * error. The engine as a library refuses it (Code 1): there a restart applies a change.
 */
export function reloadConfigStatement(): Statement {
  return { sql: 'SYSTEM RELOAD CONFIG', params: {} }
}
