/** The parts of the SDK's client that we use. An `import()` of the package itself would bundle all of it. */
export {
  checkResourceAllowed,
  createPrivateKeyJwtAuth,
  discoverOAuthServerInfo,
  exchangeAuthorization,
  extractWWWAuthenticateParams,
  fetchToken,
  OAuthError,
  refreshAuthorization,
  registerClient,
  resourceUrlFromServerUrl,
  selectClientAuthMethod,
  SSEClientTransport,
  SseError,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
