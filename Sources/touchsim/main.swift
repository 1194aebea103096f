import TouchPanel
import Glibc
do {
    let panel = try VirtualPanel(kind: .umockdev)
    print(panel.environment.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
    fflush(nil)
    try panel.awaitOpen(milliseconds: 60000)
    usleep(1_000_000)
    for i in 0..<5 {
    try panel.apply([.down(finger: 0, PanelPosition(x: 1000, y: 0))])
    try panel.apply([.move(finger: 0, PanelPosition(x: 2000, y: 0)), .down(finger: 1, PanelPosition(x: 4095, y: 2559))])
    try panel.apply([.up(finger: 0)])
    if i == 2 {  try panel.unplug(); usleep(500_000); try panel.plug(); usleep(500_000) } else {
    try panel.apply([.up(finger: 1)]) }
    }
    usleep(5_000_000)
} catch { print(error) }
