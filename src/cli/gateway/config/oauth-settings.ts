import type { OauthOptions } from '../../../gateway/auth/oauth/access-tokens.ts';
import { readView, ViewError, viewOf, viewText } from '../../../gateway/catalog/view-text.ts';
import type { Complaints, ServeFlags } from '../serve-flags.ts';
import { defined } from './defined.ts';
import type { GatewayConfig } from './gateway-config.ts';
import { ISSUER_URL, isIssuerUrl } from './read-gateway-config.ts';

type FileOauth = NonNullable<NonNullable<GatewayConfig['auth']>['oauth']>;

/** The authorization server whose tokens are accepted, if there is one. */
export function oauthSettings(
  flags: ServeFlags,
  { auth, views = {} }: GatewayConfig,
  publicUrl: string | undefined,
  command: Complaints,
): OauthOptions | undefined {
  const file = auth?.oauth;
  const issuer = flags.oauthIssuer ?? file?.issuer;
  if (issuer === undefined) return withoutIssuer(flags, command);
  if (!isIssuerUrl(issuer)) command.error(`error: --oauth-issuer takes ${ISSUER_URL}`);
  return {
    issuer,
    audience: flags.oauthAudience ?? file?.audience ?? ownAudience(publicUrl, command),
    ...defined<Pick<OauthOptions, 'scopes' | 'groupsClaim' | 'views'>>({
      scopes: flags.oauthScope?.split(/[ ,]+/).filter(Boolean) ?? file?.scopes,
      groupsClaim: flags.oauthGroupsClaim ?? file?.groupsClaim,
      views: viewsOf(flags, file, views, command),
    }),
  };
}

function withoutIssuer(flags: ServeFlags, command: Complaints): undefined {
  const others = [flags.oauthAudience, flags.oauthScope, flags.oauthGroup, flags.oauthGroupsClaim];
  if (others.some((one) => one !== undefined))
    command.error('error: --oauth-issuer is needed for the other options of OAuth');
}

/** Without an audience, tokens that users gave to other services would be accepted. */
function ownAudience(publicUrl: string | undefined, command: Complaints): string {
  if (publicUrl !== undefined) return new URL('/mcp', publicUrl).href;
  return command.error('error: give --oauth-audience or --public-url, so that tokens for other services are rejected');
}

function viewsOf(
  { oauthGroup }: ServeFlags,
  file: FileOauth | undefined,
  named: NonNullable<GatewayConfig['views']>,
  command: Complaints,
): OauthOptions['views'] {
  if (oauthGroup) return oauthGroup.map((text) => groupIn(text, command));
  return file?.groups?.map(({ group, view }) => ({
    group,
    view: view === undefined ? '' : viewText({ view: viewOf(named[view] ?? {}) }),
  }));
}

/** `dev?only=github` is a group with its view; a name alone sees everything. */
function groupIn(text: string, command: Complaints): { group: string; view: string } {
  const at = text.indexOf('?');
  const [group, view] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)];
  try {
    return { group, view: viewText({ view: readView(view).view }) };
  } catch (error) {
    if (!(error instanceof ViewError)) throw error;
    return command.error(`error: --oauth-group: ${error.message}`);
  }
}
