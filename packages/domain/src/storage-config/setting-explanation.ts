export const diskKinds = ['local', 's3', 'cache', 'azure_blob_storage'] as const
export type DiskKind = (typeof diskKinds)[number]

type SettingForm =
  | 'text'
  | 'url'
  /** A folder, with a slash at its end. */
  | 'folder'
  /** A number of bytes: the server takes no unit here. */
  | 'bytes'
  /** Bytes, as a number or with a unit such as 10Gi. */
  | 'size'
  | 'integer'
  /** 0 to 1. */
  | 'share'
  | 'flag'
  | 'secret'
  | 'disk'

/** One setting of disks, volumes or policies: what it means, what it may be, and what a change of it takes. */
export interface SettingExplanation {
  /** As in the server's configuration. */
  name: string
  of: 'policy' | 'volume' | 'disk'
  /** Kinds of disks that have it; all where it is missing. */
  kinds?: readonly DiskKind[]
  form: SettingForm
  choices?: readonly string[]
  required?: true
  /** Seldom touched: folded away in the designer. */
  expert?: true
  /** What the server takes when the configuration says nothing. */
  default: string
  /** What it may be, in words. */
  range: string
  meaning: string
  /** What to beware of; empty when there is nothing. */
  caution: string
  /** What makes a running server take a change of it. A new disk or policy always comes with a reload. */
  takes: 'reload' | 'restart'
}
