/** The holder of secrets that are kept for a user: the same subject of another issuer is another one. */
export function oauthAccount(subject: string, issuer: string): string {
  return `oauth:${subject} ${issuer}`;
}
