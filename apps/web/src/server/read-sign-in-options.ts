import { listSignInOptions, type SignInOptions } from '@frostline/services'
import { obtainWebServer } from './web-server.ts'

const timeoutMs = 3_000

/** What the sign-in page offers. Without the database: the form for a password, which then explains itself. */
export async function readSignInOptions(): Promise<SignInOptions> {
  const unknown: SignInOptions = { providers: [], enforceSso: false, passkeys: false }
  const late = new Promise<SignInOptions>((resolve) => {
    setTimeout(() => resolve(unknown), timeoutMs).unref()
  })
  const read = obtainWebServer().then(({ env, services }) => listSignInOptions(services.db, env.publicUrl))
  return Promise.race([read.catch(() => unknown), late])
}
