/// All models, by kind.
///
/// A new model adds its line here.
public enum ModelCatalog {
    /// The models, in the order the documentation lists them.
    public static let all: [any Model.Type] = [
        PatternLock.self,
        PINPad.self,
        SlideCaptcha.self,
        TapGesture.self,
        Button.self,
        Slider.self,
        StepSlider.self,
        ConfinedDrag.self,
        InertialDrag.self,
        ReorderList.self,
    ]

    /// The model of that kind, if there is one.
    public static func model(of kind: String) -> (any Model.Type)? {
        all.first { $0.kind == kind }
    }
}
