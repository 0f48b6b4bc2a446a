import { shallowRef } from 'vue';

export interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button that goes on says. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** What the other button says. */
  readonly otherwise?: string;
}

export interface OpenQuestion extends Question {
  readonly answer: (yes: boolean) => void;
}

/** What ConfirmDialog, which stands once in the page, asks at the moment. */
export const openQuestion = shallowRef<OpenQuestion>();

/** Asks before something that cannot simply be taken back. */
export async function confirm(question: Question): Promise<boolean> {
  openQuestion.value?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean): void => {
      openQuestion.value = undefined;
      resolve(yes);
    };
    openQuestion.value = { ...question, answer };
  });
}
