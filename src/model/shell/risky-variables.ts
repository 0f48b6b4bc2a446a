/** Variables that make programs load other code. */
export const LOADS_CODE =
  /^(?:LD_(?:PRELOAD|LIBRARY_PATH|AUDIT)|DYLD_\w+|NODE_(?:OPTIONS|PATH)|PYTHON(?:PATH|STARTUP|HOME)|BASH_ENV|ENV|PROMPT_COMMAND|PERL5(?:OPT|LIB)|RUBY(?:OPT|LIB)|_?JAVA_(?:TOOL_)?OPTIONS|GIT_(?:SSH|SSH_COMMAND|CONFIG\w*|EXEC_PATH)|PATH|PATHEXT|COMSPEC|SHELL)$/i;

/** Variables that redirect network traffic or package sources, or weaken security. */
export const LEADS_ELSEWHERE =
  /^(?:(?:HTTPS?|ALL)_PROXY|NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|SSL_CERT_(?:FILE|DIR)|npm_config_\w+|(?:UV|PIP)_\w*INDEX\w*|DOCKER_HOST)$/i;
