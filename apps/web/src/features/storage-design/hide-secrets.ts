import { type StorageDraft, sealDraft } from '@frostline/domain'

/** For showing: what was typed as a secret stands nowhere on the page but in its own field. */
export function hideSecrets(draft: StorageDraft): StorageDraft {
  const kept = new Proxy<Record<string, string>>({}, { get: () => 'kept' })
  return sealDraft(draft, kept, (disk, setting) => {
    throw new Error(`${setting} of ${disk} is unknown.`)
  }).draft
}
