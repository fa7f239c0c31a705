import { showToast } from '@frostline/ui'
import { reportError } from './report-error.ts'

/** A failed change as a toast. `task` completes "Could not …": "revoke the token ci". */
export function showFailure(error: unknown, task: string): void {
  const { title, object, hint, links } = reportError(error, task)
  showToast({ tone: 'error', title, description: [object, hint].filter(Boolean).join(' '), links })
}
