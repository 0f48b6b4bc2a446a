import { ref } from 'vue';
import type { IconName } from '../components/icons.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'good' | 'bad' | 'info';
  readonly title: string;
  readonly detail?: string;
  readonly action?: ToastAction;
}

export interface ToastAction {
  readonly title: string;
  readonly icon: IconName;
  readonly run: () => void;
}

const toasts = ref<readonly Toast[]>([]);
let next = 1;

export interface Toasts {
  readonly toasts: typeof toasts;
  readonly toast: (toast: Omit<Toast, 'id'>) => void;
  readonly dismiss: (id: number) => void;
}

/** Short messages at the edge of the page. */
export function useToasts(): Toasts {
  return { toasts, toast, dismiss };
}

function toast(toast: Omit<Toast, 'id'>): void {
  // Only the latest few are kept.
  toasts.value = [...toasts.value.slice(-3), { ...toast, id: next++ }];
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}
