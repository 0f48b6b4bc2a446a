import { Hono } from 'hono';
import { clients } from '../../clients/registry.ts';
import { repairsOf } from '../../doctor/repairs.ts';
import { excerpt } from '../../model/excerpt.ts';
import { maskLine } from '../../model/secret.ts';
import { getOwn } from '../../model/value.ts';
import { visible } from '../../model/visible.ts';
import { readTexts } from '../../store/read-texts.ts';
import type { DoctorAnswer, DoctorFinding } from '../contract/doctor.ts';
import type { Desk } from '../desk.ts';
import { examineHere, findingsNamed, type NumberedFinding } from '../doctor/examined.ts';
import { findingView } from '../views/finding.ts';

/** `GET /api/doctor`, `POST /api/doctor/:id/run` */
export function doctorRoutes({ host, events }: Desk): Hono {
  return new Hono()
    .get('/doctor', async (context) => {
      const { findings, files, servers } = await examineHere(host);
      const paths = new Set(findings.map(({ file }) => file).filter((file) => file !== undefined));
      const read = await readTexts(host, [...paths]);
      const texts = new Map(read.map((one) => [one.path, 'text' in one ? one.text : '']));
      const view = (finding: NumberedFinding): DoctorFinding => ({
        ...findingView(finding, host),
        id: finding.id,
        ...aboutWhom(finding),
        evidence: finding.evidence.map((line) => visible(maskLine(line))),
        ...excerptOf(finding, texts),
        ...(finding.fix && {
          repair: {
            title: finding.fix.title.replaceAll(`${host.home}/`, '~/'),
            kind: 'plan' in finding.fix ? ('plan' as const) : ('direct' as const),
          },
        }),
      });
      return context.json({ findings: findings.map(view), files, servers } satisfies DoctorAnswer);
    })
    .post('/doctor/:id/run', async (context) => {
      const { direct } = repairsOf(await findingsNamed(host, [context.req.param('id')]));
      for (const fix of direct) await fix.run();
      events.publish({ type: 'config.changed', files: [], by: 'page' });
      return context.json({ done: direct.map(({ title }) => title) });
    });
}

function aboutWhom({ server, client }: NumberedFinding): Pick<DoctorFinding, 'server' | 'client' | 'clientName'> {
  const name = client === undefined ? undefined : getOwn(clients as Record<string, { name: string }>, client)?.name;
  return {
    ...(server !== undefined && { server }),
    ...(client !== undefined && { client }),
    ...(name !== undefined && { clientName: name }),
  };
}

function excerptOf({ file, range }: NumberedFinding, texts: ReadonlyMap<string, string>): { excerpt?: string } {
  const text = file === undefined ? undefined : texts.get(file);
  return text && range ? { excerpt: excerpt(text, range).join('\n') } : {};
}
