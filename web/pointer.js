// The mouse as a finger on touchsim's virtual panel, for trying things out without a touchscreen: the position goes to
// touchsim's control socket and comes back as a touch through kernel events, libinput and touchd.
// Only a demonstration with touchsim has this path (touchd-web --touchsim); a kiosk has no such socket.

/** Lets the mouse move a finger: `url` leads to touchsim's control socket, `size` is its view, `1280x800`; that of the window if not given. */
export function bridge(url, size) {
  const socket = new WebSocket(url, ['touchd']);
  let answers = 0, place = null, sent = null, isDown = false, isThere = false;
  const send = command => { answers++; socket.send(command); };
  // Only one move is sent at a time, so that the panel gets the latest position, not old ones.
  const move = () => {
    if (!isDown || answers || place === sent) return;
    sent = place;
    send(`move 0 ${place}`);
  };
  socket.onmessage = ({ data }) => {
    if (data.startsWith('{"touchd"')) isThere = data === '{"touchd":"connected"}';   // from the bridge itself
    else answers--;
    move();
  };
  const at = ({ clientX, clientY }) => {
    const [width, height] = size ? size.split('x').map(Number) : [innerWidth, innerHeight];
    const clamp = (value, most) => Math.min(Math.max(value, 0), most - 1).toFixed(1);
    return `${clamp(clientX / innerWidth * width, width)},${clamp(clientY / innerHeight * height, height)}`;
  };
  const on = (name, act) => addEventListener(name, event => {
    // Synthetic events of a script have no effect.
    if (event.isTrusted && event.isPrimary && isThere) act(event);
  });
  on('pointerdown', event => {
    if (event.button !== 0 || isDown) return;
    isDown = true;
    sent = place = at(event);
    send(`down 0 ${place}`);
  });
  on('pointermove', event => { place = at(event); move(); });
  const lift = event => {
    if (!isDown) return;
    if (event.type === 'pointerup' && at(event) !== sent) send(`move 0 ${at(event)}`);
    isDown = false;
    send('up 0');
  };
  // A page that is reloaded or left during a stroke leaves no finger down.
  addEventListener('pagehide', () => { if (isDown) socket.send('up 0'); isDown = false; });
  on('pointerup', lift);
  on('pointercancel', lift);
  return socket;
}
