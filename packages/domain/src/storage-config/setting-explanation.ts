export const diskKinds = ['local', 's3', 'cache', 'azure_blob_storage'] as const
export type DiskKind = (typeof diskKinds)[number]

type SettingForm =
  | 'text'
  | 'url'
  /** A folder, with a trailing slash. */
  | 'folder'
  /** A number of bytes: the server accepts no unit here. */
  | 'bytes'
  /** Bytes, as a number or with a unit such as 10Gi. */
  | 'size'
  | 'integer'
  /** 0 to 1. */
  | 'share'
  | 'flag'
  | 'secret'
  | 'disk'

/** One setting of disks, volumes or policies: its meaning, its values, and what a change requires. */
export interface SettingExplanation {
  /** As in the server's configuration. */
  name: string
  of: 'policy' | 'volume' | 'disk'
  /** Kinds of disks that have it; omitted: all. */
  kinds?: readonly DiskKind[]
  form: SettingForm
  choices?: readonly string[]
  required?: true
  /** Rarely used: collapsed in the designer. */
  expert?: true
  /** The server's default. */
  default: string
  /** Allowed values, in words. */
  range: string
  meaning: string
  /** A warning; empty if there is none. */
  caution: string
  /** What applies a change on a running server. A new disk or policy always needs only a reload. */
  takes: 'reload' | 'restart'
}
