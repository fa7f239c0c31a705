/** Non-deterministic: judged, and not compared. */
export const nondeterministicExpressions: readonly string[] = [
  ...[
    'now()',
    'now64(3)',
    'today()',
    'rand()',
    'generateUUIDv4()',
    'generateUUIDv7()',
    'rowNumberInAllBlocks()',
  ],
  ...[
    'randomString(3)',
    '_path',
    '_file',
    "concat(_path, '#', toString(_size))",
    '_time',
    'CURRENT_TIMESTAMP()',
  ],
]
