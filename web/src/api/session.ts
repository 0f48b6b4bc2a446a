import { ref } from 'vue';

/** Whether the last response said that this browser is signed out, for example because Plugboard was restarted. */
export const isSignedOut = ref(false);
