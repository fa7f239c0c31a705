/** A server setting (configuration file) or a MergeTree default, as a node runs it. */
export interface StartSetting {
  scope: 'server' | 'merge_tree'
  name: string
  value: string
  changed: boolean
}

export type StartSettings = ReadonlyMap<string, StartSetting>

/** Settings that affect a node's startup. Each version has some of them; only those of the node are mentioned. */
export const startSettingNames = [
  'max_active_parts_loading_thread_pool_size',
  'max_outdated_parts_loading_thread_pool_size',
  'max_unexpected_parts_loading_thread_pool_size',
  'async_load_databases',
  'async_load_system_database',
  'tables_loader_foreground_pool_size',
  'tables_loader_background_pool_size',
  'max_part_loading_threads',
  'primary_key_lazy_load',
  'columns_and_secondary_indices_sizes_lazy_calculation',
  'prewarm_mark_cache',
  'prewarm_primary_key_cache',
] as const
export type StartSettingName = (typeof startSettingNames)[number]

/** The server's default in versions without a setting for it (max_active_parts_loading_thread_pool_size since 23.4). */
const usualThreads = 64

/** Null: this version has no such setting. */
export function readFlag(settings: StartSettings, name: StartSettingName): boolean | null {
  const value = settings.get(name)?.value
  return value === undefined ? null : value === '1' || value === 'true'
}

/** 0 means the number of cores. `auto(8)` is read as 8. */
function readCount(settings: StartSettings, name: StartSettingName, cores: number): number | null {
  const digits = settings.get(name)?.value.match(/\d+/)?.[0]
  if (digits === undefined) return null
  return Number(digits) === 0 ? cores : Number(digits)
}

/** Name of the setting for active part loading threads in this version. */
export function threadsSetting(settings: StartSettings): StartSettingName {
  const now = 'max_active_parts_loading_thread_pool_size'
  return settings.has(now) || !settings.has('max_part_loading_threads') ? now : 'max_part_loading_threads'
}

/** One pool loads tables before the server answers, another one in the background. */
export function loaderSetting(settings: StartSettings): StartSettingName {
  return readFlag(settings, 'async_load_databases') === true
    ? 'tables_loader_background_pool_size'
    : 'tables_loader_foreground_pool_size'
}

export function readStartThreads(
  settings: StartSettings,
  cores: number,
): { threads: number; tablesAtOnce: number } {
  return {
    threads: readCount(settings, threadsSetting(settings), cores) ?? usualThreads,
    tablesAtOnce: readCount(settings, loaderSetting(settings), cores) ?? cores,
  }
}
