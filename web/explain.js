/** The members of a type or the parameters of a method, by name: comment and type of each. */
function members(body) {
  const found = {};
  let comment = [];
  for (const line of body.split('\n')) {
    const said = /^\s*#\s?(.*)/.exec(line), member = /^\s*(\w+):\s*(.*?),?$/.exec(line);
    if (said) comment.push(said[1]);
    else {
      if (member) found[member[1]] = { type: member[2].replace(/^[?[\]]+/, ''), comment: comment.join(' ') };
      comment = [];
    }
  }
  return found;
}

/** The interface's documentation of a place such as `widgets[0].slider.max` in the parameters of a method. */
export function rule(description, place) {
  const body = name => new RegExp(`^type ${name} \\(\n?([\\s\\S]*?)\\)$`, 'm').exec(description)?.[1];
  const [first, ...rest] = place.replace(/\[\d*\]/g, '').split('.');
  const methods = [...description.matchAll(/^method \w+\(\n([\s\S]*?)\n\) ->/gm)].map(([, parameters]) => members(parameters));
  let member = methods.map(parameters => parameters[first]).find(Boolean);
  for (const name of rest) {
    const known = member && members(body(member.type) ?? '');
    if (known && !known[name]) return `unknown name; allowed: ${Object.keys(known).join(', ')}`;
    member = known?.[name];
  }
  if (!member) return '';
  const words = body(member.type);
  const allowed = words && !words.includes(':') ? ` (${words.replace(/#.*/g, '').match(/\w+/g).join(', ')})` : '';
  return `${member.comment}${allowed || ` (${member.type})`}`.trim();
}

/** Adds the interface's documentation of the invalid parameter to an error reply of the daemon. */
export async function explain(touchd, error) {
  const { widget, parameter, allowed, why, reason, user, rule: broken } = error.parameters ?? {};
  error.message = [error.name, widget && `widget ${widget}`, parameter ?? user ?? broken, allowed, why ?? reason].filter(Boolean).join(': ') || error.message;
  if (!parameter) return;
  try {
    const { description } = await touchd.call('org.varlink.service.GetInterfaceDescription', { interface: 'io.touchd.scene' });
    error.message += `: ${rule(description, parameter)}`;
  } catch { /* the daemon is gone: the error says enough */ }
}
