/** The variable an entry takes the token of the gateway from. */
export const gatewayTokenVariable = 'PLUGBOARD_GATEWAY_TOKEN';
