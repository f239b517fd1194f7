/** What an endpoint's secrets are encrypted for: they decrypt for no other workspace, endpoint or field. */
export const encryptionContext = (workspaceId: string, webhookId: string, field: 'target' | 'secret') => [
  workspaceId,
  webhookId,
  field,
];
