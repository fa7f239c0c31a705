const meanings: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist on the machine of this worker.',
  ENOTDIR: 'has a parent that is not a folder.',
  EACCES: 'is not accessible for the user of this worker.',
  EPERM: 'is not accessible for the user of this worker.',
  EROFS: 'is on a read-only file system.',
  ENOSPC: 'is on a full disk.',
  EDQUOT: 'is on a disk whose quota is exceeded.',
  ELOOP: 'is a symbolic link, which is never followed.',
  ESTALE: 'is on a network share that is not available.',
  EIO: 'is on a failing disk.',
}

/** Undefined for other errors than those of the file system. */
export function errorCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return error.code
}

export function explainFileError(error: unknown, path: string): string {
  const code = errorCodeOf(error) ?? String(error)
  return `${path} ${meanings[code] ?? `could not be used.`} (${code})`
}
