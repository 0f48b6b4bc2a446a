import { shallowRef } from 'vue';

export interface Question {
  readonly title: string;
  readonly text: string;
  /** The label of the confirm button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** The label of the cancel button. */
  readonly otherwise?: string;
}

export interface OpenQuestion extends Question {
  readonly answer: (yes: boolean) => void;
}

/** The current question, shown by the single ConfirmDialog. */
export const openQuestion = shallowRef<OpenQuestion>();

/** Asks for confirmation before something that cannot easily be undone. */
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
