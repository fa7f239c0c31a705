import { showToast } from '@frostline/ui'
import { routes } from '../navigation/routes.ts'
import { requestGate } from '../trpc/request-gate.ts'
import { authClient } from './client.ts'

/** Ends the session and opens the sign-in. Loaded when it is used. */
export async function signOut(): Promise<void> {
  // Queries would be rejected once the session is over.
  requestGate.close()
  const { data, error } = await authClient.signOut()
  if (error) {
    requestGate.open()
    showToast({
      tone: 'error',
      title: 'Could not sign out',
      description: 'The console is not responding. You are still signed in. Try again.',
    })
    return
  }
  // To the provider, if the session came from one that can end its own. Loads a new document, so that no data of this person stays in the memory of the tab.
  window.location.replace(data.url && /^https?:/.test(data.url) ? data.url : routes.signIn)
}
