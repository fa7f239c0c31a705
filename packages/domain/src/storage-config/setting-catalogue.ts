import { diskSettings } from './disk-settings.ts'
import type { DiskKind, SettingExplanation } from './setting-explanation.ts'
import { shownSettings } from './shown-settings.ts'
import { volumeSettings } from './volume-settings.ts'

/** Every setting that the designer offers and the pages explain. */
export const settingCatalogue: readonly SettingExplanation[] = [...diskSettings, ...volumeSettings]

export function listSettingsOfDisk(kind: DiskKind): SettingExplanation[] {
  return settingCatalogue.filter(({ of, kinds }) => of === 'disk' && (kinds?.includes(kind) ?? true))
}

export function listSettingsOf(of: 'policy' | 'volume'): SettingExplanation[] {
  return settingCatalogue.filter((setting) => setting.of === of)
}

/** By the name that the pages show. For a name that two kinds of disks share, returns the first. */
export function explainSetting(name: string): SettingExplanation | undefined {
  return [...settingCatalogue, ...shownSettings].find((setting) => setting.name === name)
}

/** Whether the value must never be shown. */
export function isSecretSetting(name: string): boolean {
  return /secret|account_key|password|token|connection_string|customer_key|sas|private_key/i.test(name)
}
