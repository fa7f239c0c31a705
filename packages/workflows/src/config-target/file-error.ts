const meanings: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist on the machine of this worker.',
  ENOTDIR: 'leads through something that is not a folder.',
  EACCES: 'is not allowed to the user that this worker runs as.',
  EPERM: 'is not allowed to the user that this worker runs as.',
  EROFS: 'lies on a file system that is mounted read-only.',
  ENOSPC: 'lies on a full disk.',
  EDQUOT: 'lies on a disk whose quota is used up.',
  ELOOP: 'is a symbolic link, which is never followed.',
  ESTALE: 'lies on a network share that has gone away.',
  EIO: 'lies on a disk that fails.',
}

/** Undefined for what is not an error of the file system. */
export function errorCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return error.code
}

export function explainFileError(error: unknown, path: string): string {
  const code = errorCodeOf(error) ?? String(error)
  return `${path} ${meanings[code] ?? `could not be used.`} (${code})`
}
