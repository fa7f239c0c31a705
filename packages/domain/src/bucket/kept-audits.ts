/** Ended audits of a cluster that are kept; older ones go, unless orphans that they have found are being removed. */
export const keptAudits = 20
