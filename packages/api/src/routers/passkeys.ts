import {
  getLocalSignIn,
  localSignInView,
  passkeyRef,
  removePasskey,
  renamePasskey,
  renamePasskeyInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const idOnly = z.object({ id: z.string() })

/** The caller's own. They are added and used under /api/auth. */
export const passkeysRouter = router({
  localSignIn: procedure('viewer')
    .output(localSignInView)
    .query(({ ctx }) => getLocalSignIn(ctx.service)),

  rename: procedure('viewer')
    .input(renamePasskeyInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => renamePasskey(ctx.service, input)),

  remove: procedure('viewer')
    .input(passkeyRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => removePasskey(ctx.service, input)),
})
