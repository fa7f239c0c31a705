import { volumeSettings } from '../volume-settings.ts'

/** Once for all policies: what each setting of a volume does, and what the server takes without it. */
export function SettingsMeanings() {
  return (
    <section aria-label="What the settings mean" className="border-t px-4 py-4">
      <h3 className="mb-2 font-medium text-sm">What the settings mean</h3>
      <dl className="divide-y rounded-md border">
        {volumeSettings.map((setting) => (
          <div
            key={setting.name}
            className="grid gap-x-6 gap-y-0.5 px-3 py-2 md:grid-cols-[15rem_minmax(0,1fr)]"
          >
            <dt className="min-w-0">
              <span className="break-words font-mono text-xs">{setting.name}</span>
              <span className="block text-2xs text-ink-3">default {setting.initial}</span>
            </dt>
            <dd className="max-w-[80ch] text-ink-2 text-xs leading-5">{setting.meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
