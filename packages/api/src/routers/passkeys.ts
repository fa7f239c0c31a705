import {
  canUsePasskeys,
  getLocalSignIn,
  localSignInView,
  removePasskey,
  removePasskeyInput,
  renamePasskey,
  renamePasskeyInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { own } from '../scope.ts'
import { router } from '../trpc.ts'

const idOnly = z.object({ id: z.string() })

/** The caller's own. They are added and used under /api/auth. */
export const passkeysRouter = router({
  localSignIn: procedure('viewer', own)
    .output(localSignInView.extend({ passkeysUsable: z.boolean() }))
    .query(async ({ ctx }) => ({
      ...(await getLocalSignIn(ctx.service)),
      passkeysUsable: canUsePasskeys(ctx.publicOrigin),
    })),

  rename: procedure('viewer', own)
    .input(renamePasskeyInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => renamePasskey(ctx.service, input)),

  remove: procedure('viewer', own)
    .input(removePasskeyInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => removePasskey(ctx.service, input)),
})
