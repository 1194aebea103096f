// The mouse as a finger on touchsim's virtual panel, for trying things out where there is no touchscreen: the place
// goes to touchsim's control socket and comes back as a touch through kernel events, libinput and touchd.
// Only a demonstration with touchsim has that way (touchd-web --touchsim); a kiosk has no such socket.

/** Lets the mouse move a finger: `view` is the presentation's element, `url` leads to touchsim's control socket. */
export function bridge(view, url) {
  const socket = new WebSocket(url, ['touchd']);
  let answers = 0, place = null, sent = null, isDown = false, isThere = false;
  const send = command => { answers++; socket.send(command); };
  // One move under way at a time: the panel hears where the mouse is, not where it was.
  const move = () => {
    if (!isDown || answers || place === sent) return;
    sent = place;
    send(`move 0 ${place}`);
  };
  socket.onmessage = ({ data }) => {
    if (data.startsWith('{"touchd"')) isThere = data === '{"touchd":"connected"}';   // said by the bridge itself
    else answers--;
    move();
  };
  const at = ({ clientX, clientY }) => {
    const frame = view.getBoundingClientRect(), scale = frame.width / view.offsetWidth;
    const clamp = (value, most) => Math.min(Math.max(value, 0), most - 1).toFixed(1);
    const x = clamp((clientX - frame.left) / scale, view.offsetWidth);
    return `${x},${clamp((clientY - frame.top) / scale, view.offsetHeight)}`;
  };
  const on = (name, act) => addEventListener(name, event => {
    // What a script made up moves nothing.
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
  // A page that is reloaded or left in the middle of a stroke leaves no finger behind.
  addEventListener('pagehide', () => { if (isDown) socket.send('up 0'); isDown = false; });
  on('pointerup', lift);
  on('pointercancel', lift);
  return socket;
}
