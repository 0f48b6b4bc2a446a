export const vaultIds = ['keychain', 'file', 'env-file', '1password', 'pass', 'command'] as const;
export type VaultId = (typeof vaultIds)[number];
