import Testing
import TouchCore

struct TransformTests {
    @Test func `two maps in a row equal their product`() {
        let first = Transform(1.2, -0.3, 0.1, 0.4, 0.8, -0.2)
        let second = Transform(0, -1, 1, 1, 0, 0)
        let place = UnitPoint(x: 0.3, y: 0.9)
        let inTurn = second.applied(to: first.applied(to: place))
        let product = first.followed(by: second).applied(to: place)
        #expect(abs(inTurn.x - product.x) < 1e-12 && abs(inTurn.y - product.y) < 1e-12)
    }

    @Test func `the eight orientations are recognized from their own maps`() {
        for swapsAxes in [false, true] {
            for mirrorsX in [false, true] {
                for mirrorsY in [false, true] {
                    let orientation = Orientation(swapsAxes: swapsAxes, mirrorsX: mirrorsX, mirrorsY: mirrorsY)
                    #expect(orientation.transform.orientation == orientation)
                }
            }
        }
    }

    @Test func `a scaled, shifted and slightly skewed turn is still recognized`() {
        let fine = Transform(1.07, 0.02, -0.03, -0.01, 0.94, 0.05)
        for rotation in Rotation.allCases {
            let turned = fine.followed(by: rotation.transform)
            #expect(turned.orientation == rotation.transform.orientation)
        }
    }
}
