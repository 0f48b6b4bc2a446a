import { Output } from '../../../../src/cli/output/output.ts';

/** Keeps what a command prints. */
export class KeptOutput extends Output {
  text = '';
  override raw(text: string): void {
    this.text += text;
  }
  override print(text: string): void {
    this.text += `${text}\n`;
  }
}
